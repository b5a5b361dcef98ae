"""A toy game for the tests of the terminal: a heap of pebbles, and a lucky number only you know.

Take one to three pebbles; whoever takes the last one wins. `draw` draws a new lucky number, which
is of no use, and not legal with three pebbles left: it is there because it is secret, and because
an order of the terminal is called so.
"""

# ruff: noqa: ARG001, ARG005 -- a game answers every verb, whatever it needs of what it is told

from typing import Any

from tabletier.games.kernel.contract import Event, Game, Option, Options, Refusal, Steps
from tabletier.games.kernel.errors import BadNotation, BadOption
from tabletier.games.kernel.text import Text
from tests.cli.toy_games.pebbles import rules
from tests.cli.toy_games.pebbles.rules import DRAW, State, initial

LUCKY = Text("Joueur {} tire le nombre secret {}.", "Player {} draws the secret number {}.")
TOOK = Text("Joueur {} prend {}.", "Player {} takes {}.")


def _said(text: Text, *values: object) -> Text:
    return Text(text.fr.format(*values), text.en.format(*values))


def check(options: Options) -> None:
    """A calm game is for two."""
    if options["calm"] and options["players"] != 2:
        raise BadOption(Text("Le calme est pour deux.", "Calm is for two."), "PEBBLES-3")


def write(state: State, steps: Steps) -> str:
    """`take 2`, `draw`, or what chance drew: `lucky 7`."""
    if state.drawing:
        return f"lucky {steps[0]}"
    return "draw" if steps[0] == DRAW else f"take {steps[0]}"


def read(state: State, text: str) -> Steps | None:
    """The step of a text."""
    verb, _, number = text.partition(" ")
    if text == "draw":
        return (DRAW,)
    if verb != "take" or not number.isdecimal():
        raise BadNotation(Text(f"« {text} » ne se lit pas.", f"'{text}' cannot be read."))
    return (int(number),)


def refuse(state: State, text: str) -> Refusal:
    """Too many at once."""
    return Refusal("take/too-many", "PEBBLES-2", Text("C'est trop.", "That is too many."))


def view(state: State, memory: Any, seat: int | None) -> dict[str, Any]:
    """The heap, and the lucky number of nobody else."""
    mine = None if seat is None else state.lucky[seat]
    return {"heap": state.heap, "lucky": mine, "turn": state.turn}


def events(before: State, step: int, after: State) -> list[Event]:
    """A lucky number, or pebbles taken."""
    if before.drawing:
        return [{"type": "lucky", "seat": before.drawing - 1, "number": step}]
    return [] if step == DRAW else [{"type": "took", "seat": before.turn, "count": step}]


def event_view(event: Event, seat: int | None) -> Event:
    """A lucky number is nobody else's business."""
    hidden = event["type"] == "lucky" and event["seat"] != seat
    return {**event, "number": "?"} if hidden else event


def tell(event: Event) -> Text:
    """An event in a sentence."""
    if event["type"] == "lucky":
        return _said(LUCKY, event["seat"] + 1, event["number"])
    return _said(TOOK, event["seat"] + 1, event["count"])


def picture(view: dict[str, Any], language: str) -> str:
    """The heap in colour, and one's own number."""
    heap = "tas" if language == "fr" else "heap"
    return f"{heap} [red]{'o' * view['heap']}[/]  secret={view['lucky']}"


def setup(position: dict[str, Any], options: Options) -> tuple[State, None]:
    """A heap of another size, at some player's turn."""
    turn = position.get("turn", 0)
    return initial(options["players"], position["heap"])._replace(drawing=0, turn=turn), None


GAME = Game(
    key="pebbles",
    name=Text("Cailloux", "Pebbles"),
    goal=Text("Prenez le dernier caillou.", "Take the last pebble."),
    credits="nobody",
    version="1",
    options=(
        Option("players", (2, 3), 2, Text("Joueurs", "Players"), "PEBBLES-1"),
        Option("heap_size", (7, 9, 60), 7, Text("Tas", "Heap"), "PEBBLES-1"),
        Option("calm", (False, True), False, Text("Au calme", "Calm"), "PEBBLES-3"),
        Option(
            "mood",
            ("gay", "grave"),
            "gay",
            Text("Humeur", "Mood"),
            "PEBBLES-4",
            {"gay": Text("légère", "light"), "grave": Text("grave", "grave")},
        ),
    ),
    rules=rules,
    check=check,
    teams=lambda options: tuple((seat,) for seat in range(options["players"])),
    start=lambda options: initial(options["players"], options["heap_size"]),
    write=write,
    read=read,
    refuse=refuse,
    position=lambda state, memory: {"heap": state.heap, "lucky": list(state.lucky)},
    setup=setup,
    view=view,
    events=events,
    tell=tell,
    ask=lambda state: Text("prenez des cailloux", "take some pebbles"),
    picture=picture,
    endings={"last_pebble": Text("le dernier caillou", "the last pebble")},
    event_view=event_view,
    reconstruction=Text("Les cailloux sont imaginés.", "The pebbles are imagined."),
)
