"""A game being played: seats and teams, options, record, views, explanations. Pure, no I/O."""
