"""The games in the shape that other libraries expect: learning environments, one module each."""
