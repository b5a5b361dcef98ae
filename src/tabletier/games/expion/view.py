"""What one sees of a match of Ex*pion (everything), and the board drawn in lines of text."""

from tabletier.games.expion.board import AREA, CAMPS, COLOURS
from tabletier.games.expion.notation import CAMP_NAMES, CELL_OF, COLOUR_NAMES, cells_of
from tabletier.games.expion.position import position
from tabletier.games.expion.rules import QUIET_LIMIT
from tabletier.games.expion.shapes import Camp, View
from tabletier.games.expion.state import GOING_ON, State, owner
from tabletier.games.kernel.text import Language, Text

STYLES = {
    "brown": "dark_orange3",
    "blue": "bright_blue",
    "natural": "wheat1",
    "green": "green",
    "red": "bold red",
}
FILES = "abcdefghi"


def view(state: State, memory: None, seat: int | None) -> View:
    """The whole table, whoever looks: Ex*pion has no secrets."""
    players, going_on = state.table.players, state.ending == GOING_ON
    return {
        **position(state),
        "special": list(cells_of(state.table.special & AREA)),
        "owners": {
            "n": owner(players, 0),
            "e": owner(players, 1),
            "s": owner(players, 2),
            "w": owner(players, 3),
        },
        "to_move": owner(players, state.cycle) if going_on else None,
    }


def picture(table: View, language: str) -> str:
    """The board with its coordinates, the four colours and what to bear in mind."""
    lang: Language = "fr" if language == "fr" else "en"
    files = "    " + "  ".join(FILES)
    ranks = [_rank(table, rank, lang) for rank in range(9, 0, -1)]
    return "\n".join([files, *ranks, files, "", *_colours(table, lang), *_notes(table, lang)])


def _rank(table: View, rank: int, lang: Language) -> str:
    cells = "".join(_cell(table, f"{file}{rank}", lang) for file in FILES)
    return f" {rank} {cells} {rank}"


def _marble(letter: Camp, lang: Language) -> str:
    """A marble: the first letter of its camp, which for the West is another one in French."""
    initial = CAMP_NAMES[letter].say(lang)[0].lower()
    return f"[bold {STYLES[COLOURS[letter]]}]{initial}[/]"


def _cell(table: View, name: str, lang: Language) -> str:
    """Three characters: a marble, * the Ex*pion, · free, □ a free base cell; ( ) if special."""
    if name not in CELL_OF:
        return "   "
    left, right = ("(", ")") if name in table["special"] else (" ", " ")
    if name == table["expion"]:
        return f"{left}[{STYLES[COLOURS['expion']]}]*[/]{right}"
    letter = table["marbles"].get(name)
    if letter is not None:
        return f"{left}{_marble(letter, lang)}{right}"
    free = "·" if name[0] in "bcdefgh" and name[1] in "2345678" else "□"
    return f"{left}[dim]{free}[/]{right}"


_LABELS = {
    "player": Text("joueur", "player"),
    "marbles": Text("billes", "marbles"),
    "marble": Text("bille", "marble"),
    "colon": Text(" :", ":"),
    "at_home": Text("au camp", "in camp"),
    "retreat": Text("toutes les billes peuvent reculer", "all marbles may retreat"),
    "no_retreat": Text(
        "avant la première capture, on ne recule que pour capturer",
        "before the first capture one goes back only to capture",
    ),
    "quiet": Text("tours sans capture ni départ", "turns without capture or departure"),
    "legend": Text(
        "* Ex*pion   ( ) case interdite à l’Ex*pion   □ case de base libre",
        "* Ex*pion   ( ) cell closed to the Ex*pion   □ free base cell",
    ),
}


def _colours(table: View, lang: Language) -> list[str]:
    """One line for each colour: whose it is and what is left of it."""
    lines = []
    for letter in CAMPS:
        cells = [name for name, marble in table["marbles"].items() if marble == letter]
        home = sum(name[0] in "ai" or name[1] in "19" for name in cells)
        mark = ">" if table["to_move"] == table["owners"][letter] else " "
        name, marble = CAMP_NAMES[letter].say(lang), _marble(letter, lang)
        one = len(cells) == 1 or (not cells and lang == "fr")
        marbles = _LABELS["marble" if one else "marbles"].say(lang)
        left = f"{len(cells)} {marbles} ({home} {_LABELS['at_home'].say(lang)})"
        who = f"{_LABELS['player'].say(lang)} {table['owners'][letter] + 1}"
        colour = COLOUR_NAMES[letter].say(lang)
        lines.append(f" {mark} {marble} {name:<5} {colour:<7} {who}  {left}")
    return lines


def _notes(table: View, lang: Language) -> list[str]:
    retreat = "retreat" if table["first_capture"] else "no_retreat"
    lines = [f"   {_LABELS['legend'].say(lang)}", f"   {_LABELS[retreat].say(lang)}"]
    if table["quiet"] >= QUIET_LIMIT // 4:
        label = _LABELS["quiet"].say(lang) + _LABELS["colon"].say(lang)
        lines.append(f"   {label} {table['quiet']}/{QUIET_LIMIT}")
    return lines
