"""`python -m tabletier`, for where the `tabletier` command is not on the path."""

from tabletier.cli import main

if __name__ == "__main__":
    main()
