"""Connect Four in words: a move is the letter of a column, `a` to `g`."""

from benchmarks.peers.connect_four.rules import COLUMNS, ROWS, STRIDE, State, landings
from tabletier.games.kernel.contract import Event, Refusal, Steps
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.text import Text

LETTERS = "abcdefg"
STONES = (Text("Croix", "Crosses"), Text("Ronds", "Noughts"))


def write(state: State, steps: Steps) -> str:
    """The letter of the column."""
    return LETTERS[steps[0] // STRIDE]


def read(state: State, text: str) -> Steps | None:
    """The cell on which a stone would land, None if the column is full. Raises BadNotation."""
    if len(text) != 1 or text not in LETTERS:
        raise BadNotation(
            Text(
                f"« {text[:40]} » ne se lit pas comme un coup : écrivez la lettre d'une colonne, "
                "de a à g.",
                f"'{text[:40]}' does not read as a move: write the letter of a column, a to g.",
            )
        )
    cells = (landings(state) >> (STRIDE * LETTERS.index(text))) & ((1 << STRIDE) - 1)
    return (STRIDE * LETTERS.index(text) + cells.bit_length() - 1,) if cells else None


def refuse(state: State, text: str) -> Refusal:
    """The only reason there is: the column is full."""
    reason = Text(f"La colonne {text} est pleine.", f"Column {text} is full.")
    return Refusal("column/full", None, reason, (f"{text}{ROWS}",))


def cell_name(cell: int) -> str:
    """`a1` is the foot of the first column."""
    return f"{LETTERS[cell // STRIDE]}{cell % STRIDE + 1}"


def events(before: State, step: int, after: State) -> list[Event]:
    """A stone lands."""
    return [{"type": "drop", "seat": before.turn, "cell": cell_name(step)}]


def tell(event: Event) -> Text:
    """An event in a sentence."""
    who, cell = STONES[event["seat"]], event["cell"]
    return Text(f"{who.fr} : un pion en {cell}.", f"{who.en}: a stone on {cell}.")


def ask(state: State) -> Text:
    """What the seat to move must decide."""
    return Text(
        f"Choisissez une colonne, de {LETTERS[0]} à {LETTERS[COLUMNS - 1]}.",
        f"Choose a column, {LETTERS[0]} to {LETTERS[COLUMNS - 1]}.",
    )
