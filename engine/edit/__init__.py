"""Edits of symbols: plan → check → apply, with a journal that undoes them. No byte is written before every check passed."""
