"""The terminal: `tabletier` and its commands.

Commands are loaded when they are asked for, so that `tabletier --help` answers at once.
"""

from tabletier.cli.main import main

__all__ = ["main"]
