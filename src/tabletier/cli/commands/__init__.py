"""The commands of `tabletier`: one module each, or one for a family of them."""
