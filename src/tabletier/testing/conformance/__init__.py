"""Every promise of a game's contract, tried: see `tabletier.testing` for how it is run."""
