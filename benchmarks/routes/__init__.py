"""How right the routes of an index are, held against the route tables of real applications."""
