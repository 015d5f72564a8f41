"""Where files meet: what a name in one file means in another, worked out from facts when a question asks."""
