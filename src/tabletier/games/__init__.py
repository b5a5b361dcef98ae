"""The rule books. Each folder beside `kernel` is one game; nothing outside names them."""
