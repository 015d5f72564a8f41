"""HTTP routes: what a file says of them by itself, and what comes out when files are put together."""
