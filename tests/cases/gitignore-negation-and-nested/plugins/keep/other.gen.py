def generated():
    return 0
