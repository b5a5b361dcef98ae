"""The pictures of a rule sheet as the terminal draws positions in play."""

from collections.abc import Callable
from functools import cache

from tabletier.cli import words
from tabletier.cli.i18n import say
from tabletier.match.figures import Figure, drawable, viewer
from tabletier.match.match import Match


def drawings(game: str) -> Callable[[str], str | None]:
    """Finds the drawing of a picture by its name, with rich markup; None where there is none."""

    @cache
    def all_of_them() -> dict[str, str]:
        return {figure.name: _drawn(figure, shown) for figure, shown in drawable(game)}

    return lambda name: all_of_them().get(name)


def _drawn(figure: Figure, shown: tuple[Match, ...]) -> str:
    """One position, or the one before a move and those after each."""
    seat = viewer(figure, shown)
    tables = [words.picture(match, seat).rstrip() for match in shown]
    if not figure.block.moves:
        return tables[0]
    heads = [say("rules.before")]
    heads += [say("rules.after", move=move) for move in figure.block.moves]
    return "\n\n".join(f"{head}\n{table}" for head, table in zip(heads, tables, strict=True))
