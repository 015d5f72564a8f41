"""The index and every question that it answers; knows no face and no language server."""
