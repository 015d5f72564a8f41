"""codeintel's command line."""
