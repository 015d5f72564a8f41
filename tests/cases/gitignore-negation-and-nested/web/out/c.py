def built():
    return 0
