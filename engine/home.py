"""The folders that a user's own files lie in. Part of every question, so it imports nothing but `os`."""

import os

__all__ = ["home", "user_folder"]


def home() -> str:
    """The user's home; `/` where nobody says which that is, so that nothing ever lands in the current folder."""
    folder = os.path.expanduser("~")
    return folder if os.path.isabs(folder) else "/"


def user_folder(variable: str, usual: str) -> str:
    """The folder that an XDG variable names, else the usual one below the home. Relative ones count as not set."""
    chosen = os.environ.get(variable, "")
    return chosen if os.path.isabs(chosen) else os.path.join(home(), usual)
