def dropped():
    return 0
