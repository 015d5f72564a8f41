"""Language servers as witnesses beside the index: started on demand, asked with a time limit, never trusted blindly."""
