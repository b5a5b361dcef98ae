"""Thinking in other processes: what crosses, the process that thinks, and the pool of them."""
