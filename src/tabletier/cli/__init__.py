"""The terminal of the house: `tabletier` and its commands.

Commands are loaded when they are asked for, so that `tabletier --help` answers at once.
"""

from tabletier.cli.house import house


def main() -> None:
    """Run `tabletier` with the arguments of this process, and exit."""
    house.main(own_process=True)
