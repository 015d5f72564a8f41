"""Who does the work that is measured: a module a side. Later ones (grep, peers) stand beside these."""
