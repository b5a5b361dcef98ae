"""Learning to judge positions: self-play, fitting, and what came of it. `tabletier train`."""
