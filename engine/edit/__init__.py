"""Edits of symbols: plan → check → apply, and a journal to undo them. No byte is written before every check passed."""
