def tracked():
    return 0
