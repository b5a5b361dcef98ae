"""How much anybody may do and send, and how many connections there is room for."""
