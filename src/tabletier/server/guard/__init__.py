"""What stands at the door: limits, origins, headers, and what is counted and written down."""
