"""What the house says about itself: a log of events, metrics, and whether the loop is held up."""
