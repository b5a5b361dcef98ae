"""Sections of a generated page, each between marks of its own, so that commands can share it."""

from pathlib import Path


def marks(name: str, command: str) -> tuple[str, str]:
    """The lines before and after a section."""
    return (
        f"<!-- {name}: written by `{command}`; run that again instead of editing. -->",
        f"<!-- {name}: end -->",
    )


def put_section(page: Path, name: str, command: str, text: str) -> None:
    """Put a section in the place of its former self, or at the end of the page.

    It ends with the command that made it, unless it says so itself: nobody sees the marks.
    """
    begin, end = marks(name, command)
    said = "" if f"`{command}`" in text else f"\n\nMade by `{command}`."
    block = f"{begin}\n\n{text.strip()}{said}\n\n{end}\n"
    old = page.read_text("utf-8") if page.exists() else ""
    head, found, rest = old.partition(f"<!-- {name}: written by ")
    if not found:
        page.write_text(f"{old.rstrip()}\n\n{block}" if old else block, "utf-8")
        return
    tail = rest.partition(f"{end}\n")[2]
    page.write_text(head + block + tail, "utf-8")
