"""Tables in use: orders come in, lines are stored, everybody who looks is told."""
