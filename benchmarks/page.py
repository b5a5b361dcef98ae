"""Sections of a generated page, each between marks of its own, so that commands can share it."""

from collections.abc import Iterable
from pathlib import Path


def marks(name: str, command: str) -> tuple[str, str]:
    """The lines before and after a section."""
    return (
        f"<!-- {name}: written by `{command}`; run that again instead of editing. -->",
        f"<!-- {name}: end -->",
    )


def kept_tables(page: Path, name: str, made: Iterable[str]) -> list[str]:
    """The tables of a section about other games than those of which tables were made, as they were.

    Each says what it was made by, since the section's head will speak of the others.
    """
    text = page.read_text("utf-8") if page.exists() else ""
    section = text.partition(f"<!-- {name}: written by ")[2].partition(f"<!-- {name}: end")[0]
    head, *tables = section.split("\n### ")
    facts = next((line for line in head.splitlines() if ", commit " in line), "")
    earlier, kept = f"As before: {facts}".strip(), list[str]()
    for table in tables:
        title, _, rest = table.partition("\n")
        if title.partition(":")[0].strip() in made:
            continue
        said = "" if "As before: " in rest else f"\n{earlier}\n"
        rest = rest.partition("\n\nMade by `")[0].rstrip()
        kept.append(f"### {title}\n{said}{rest}")
    return kept


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
