"""OpenSpiel's `MCTSBot` with a second a move against our opponent with a tenth, in our games.

    python -m benchmarks.peers.mctsbot                    # 40 games of each; more than an hour
    python -m benchmarks.peers.mctsbot --games 0 --write  # only write down what was found so far
    python -m benchmarks.peers.mctsbot --quick            # see that it runs

The bot is OpenSpiel's own: UCT, one random game to the end a simulation, wins proven. It gets our
games in two ways: through `tabletier.adapters.openspiel` (`adapter`, the bot in C++), where every
step of a random game is a call from C++ to Python, and straight from the compiled rules (`rules`,
the same bot in Python, see `fast.py`), where it has hundreds of times as many simulations. It
thinks by the wall clock, and whole simulations, so never for less than its second; who has proven
the result, or has only one move, moves at once, on both sides. Nothing is hidden from it: it is
handed the referee's state, so in Point it sees the row that the other has chosen in secret. Ours is
told what its seat may know. What chance brings comes from the deck, each deck is played from both
seats.

Every game is a line in a results file at once (`--results`, build/mctsbot by default): run it again
and it goes on where it stopped.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import pyspiel

import tabletier as tt
from benchmarks.page import put_section
from benchmarks.peers import fast, openspiel
from benchmarks.peers.report import table
from tabletier.adapters.common import rewards
from tabletier.adapters.openspiel import name_of
from tabletier.games.kernel.contract import MOVE
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.steps import bridge
from tabletier.lab.report import commit, load, machine
from tabletier.lab.statistics import share_of_points
from tabletier.match.match import Match
from tabletier.match.spaces import space_of
from tabletier.match.start import new

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
COMMAND = "python -m benchmarks.peers.mctsbot --write"
SEED = "mctsbot"
SEATS = 2
WANTED = 0.02
"""At most this share of the points is to be the bot's."""


class Thinking(NamedTuple):
    """What one side's choices took in one game; a move that was forced is no choice."""

    choices: int = 0
    wall: float = 0.0
    busy: float = 0.0
    """Seconds of processor time."""
    simulations: int = 0

    def plus(self, other: "Thinking") -> "Thinking":
        """Both together."""
        return Thinking(
            self.choices + other.choices,
            self.wall + other.wall,
            self.busy + other.busy,
            self.simulations + other.simulations,
        )


class Played(NamedTuple):
    """One game, as it stands in the results file."""

    deck: int
    seat: int
    """Of the bot."""
    points: float
    """Of the bot: 1 for a win, half for a draw."""
    moves: int
    reason: str
    ours: Thinking
    theirs: Thinking
    commit: str
    load: str
    """Of the machine, when it began."""
    date: str

    @classmethod
    def read(cls, line: str) -> "Played":
        """A game from its line."""
        known = json.loads(line)
        known |= {side: Thinking(**known[side]) for side in ("ours", "theirs")}
        return cls(**known)

    def line(self) -> str:
        """The game as a line."""
        sides = {"ours": self.ours._asdict(), "theirs": self.theirs._asdict()}
        return json.dumps({**self._asdict(), **sides})


def drawn(state: Any, key: str, deck: int) -> int:
    """What chance brings in a deck: as long as two games go the same way, the same."""
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    random = Random(f"{SEED} {key} {deck} {len(state.history())}")
    return int(random.choices(outcomes, chances)[0])


def actions_of(match: Match, move: str) -> Iterator[int]:
    """The numbers of a whole move's steps."""
    game, state = match._game, match._state
    for step in game.read(state, move) or ():
        yield int(space_of(game).action_of(state, step))
        state = bridge(game).advance(state, step, MOVE)[1]


def our_choice(match: Match, seconds: float, seed: str) -> tuple[str, Thinking]:
    """The move of `tt.choose(match, "best", seconds=…)`, and what it took."""
    wall, busy = time.perf_counter(), time.thread_time()
    thought = tt.think(match, "best", seconds=seconds, seed=seed)
    taken = time.perf_counter() - wall, time.thread_time() - busy
    return thought.move, Thinking(1, *taken, thought.simulations)


def their_choice(state: Any, seconds: float, seed: int) -> tuple[int, Thinking]:
    """The action of the bot, and what it took."""
    wall, busy = time.perf_counter(), time.thread_time()
    root = openspiel.thought(state, seconds, seed)
    taken = time.perf_counter() - wall, time.thread_time() - busy
    return int(root.best_child().action), Thinking(1, *taken, root.explore_count)


def through_adapter(
    key: str, deck: int, seat: int, ours: float, theirs: float
) -> tuple[Match, Thinking, Thinking]:
    """One game to its end by the adapter's states; the bot has the seat given."""
    state = pyspiel.load_game(name_of(key)).new_initial_state()
    mine, other = Thinking(), Thinking()
    while not state.is_terminal():
        ply, match = len(state.history()), state.walk.match
        if state.is_chance_node():
            actions = [drawn(state, key, deck)]
        elif len(state.legal_actions()) == 1:
            actions = state.legal_actions()
        elif state.current_player() == seat:
            action, taken = their_choice(state, theirs, 1_000_000 * deck + 2 * ply + seat)
            actions, other = [action], other.plus(taken)
        else:
            move, taken = our_choice(match, ours, f"{SEED} {deck} {seat} {ply}")
            actions, mine = list(actions_of(match, move)), mine.plus(taken)
        for action in actions:
            state.apply_action(action)
    return state.walk.match, mine, other


def through_rules(
    key: str, deck: int, seat: int, ours: float, theirs: float
) -> tuple[Match, Thinking, Thinking]:
    """One game to its end by the rules' states; the bot has the seat given."""
    match, game = new(key, seed=f"{SEED} {deck}"), find(key)
    mine, other = Thinking(), Thinking()
    while match.to_move is not None:
        moves, ply = match.legal_moves(), len(match.moves)
        if len(moves) == 1:
            move = moves[0]
        elif match.to_move == seat:
            wall, busy = time.perf_counter(), time.thread_time()
            steps, count = fast.steps_of(match, theirs, 100_000 * deck + 100 * ply + seat)
            taken = time.perf_counter() - wall, time.thread_time() - busy
            move, other = game.write(match._state, steps), other.plus(Thinking(1, *taken, count))
        else:
            move, spent = our_choice(match, ours, f"{SEED} {deck} {seat} {ply}")
            mine = mine.plus(spent)
        match = match.play(move)
    return match, mine, other


WAYS: dict[str, Callable[[str, int, int, float, float], tuple[Match, Thinking, Thinking]]] = {
    "adapter": through_adapter,
    "rules": through_rules,
}


def play(way: str, key: str, deck: int, seat: int, asked: argparse.Namespace) -> Played:
    """One game to its end, as it is kept."""
    busy = load()
    match, mine, other = WAYS[way](key, deck, seat, asked.ours, asked.theirs)
    assert match.result is not None
    points = (1 + rewards(match.result, SEATS)[seat]) / 2
    day, moves = datetime.now(UTC).date().isoformat(), len(match.moves)
    return Played(deck, seat, points, moves, match.result.reason, mine, other, commit(), busy, day)


def warm_up(key: str) -> None:
    """Compile what our search needs, so that no clock runs meanwhile."""
    match = new(key, seed="warm up")
    for number in range(40):
        if match.to_move is None:
            break
        moves = match.legal_moves()
        if number % 8 < 2:
            our_choice(match, 0.01, "warm up")
        match = match.play(moves[len(moves) // 2])


def results_of(way: str, key: str, asked: argparse.Namespace) -> Path:
    """The file with the games of one kind; other times to think, another file."""
    folder: Path = asked.results
    return folder / f"{key}-{way}-best@{asked.ours:g}-mctsbot@{asked.theirs:g}.jsonl"


def games_in(path: Path) -> list[Played]:
    """What was played so far."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [Played.read(line) for line in lines]


def play_all(asked: argparse.Namespace) -> None:
    """Play what is missing, deck by deck, so that all games get on alike."""
    asked.results.mkdir(parents=True, exist_ok=True)
    kinds = [(way, key) for way in asked.through or WAYS for key in asked.game or keys()]
    had = {kind: {(g.deck, g.seat) for g in games_in(results_of(*kind, asked))} for kind in kinds}
    for key in dict.fromkeys(key for _, key in kinds) if asked.games else ():
        warm_up(key)
    for number in range(asked.games):
        deck, seat = divmod(number, SEATS)
        for way, key in kinds:
            if (deck, seat) in had[way, key]:
                continue
            found = play(way, key, deck, seat, asked)
            with results_of(way, key, asked).open("a", encoding="utf-8") as file:
                file.write(found.line() + "\n")
            print(f"{key} {way} {deck}.{seat}: {found.points:g} for the bot", flush=True)


def row(way: str, key: str, games: list[Played]) -> tuple[str, ...]:
    """A game of the house, as a row of the table."""
    decks = {game.deck: [g.points for g in games if g.deck == game.deck] for game in games}
    whole = [fmean(points) for points in decks.values() if len(points) == SEATS]
    share = share_of_points(whole, SEATS)
    ours, theirs = Thinking(), Thinking()
    for game in games:
        ours, theirs = ours.plus(game.ours), theirs.plus(game.theirs)
    return (
        key,
        way,
        str(SEATS * len(whole)),
        f"**{100 * share.value:.1f} %** ({100 * share.low:.1f}–{100 * share.high:.1f})",
        "reached" if share.value <= WANTED else "missed",
        str(sum(game.points == 0.5 for game in games)),
        f"{fmean(game.moves for game in games):.0f}",
        per_choice(ours.wall, theirs.wall, ours, theirs, 1000),
        per_choice(ours.busy, theirs.busy, ours, theirs, 1000),
        per_choice(ours.simulations, theirs.simulations, ours, theirs, 1),
    )


def per_choice(mine: float, other: float, ours: Thinking, theirs: Thinking, unit: int) -> str:
    """Two means, ours first."""
    means = unit * mine / max(1, ours.choices), unit * other / max(1, theirs.choices)
    return " / ".join(f"{mean:,.0f}" for mean in means)


TITLES = (
    "game",
    "through",
    "games",
    "points of the bot (95 %)",
    f"at most {100 * WANTED:.0f} %",
    "draws",
    "moves/game",
    "ms/move, ours / bot",
    "of processor time",
    "simulations/move",
)

NOTE = """\
{peer}: its `MCTSBot` (UCT {uct:.2f}, one random game to the end a simulation, wins proven) plays
our four games, two players, usual options, with {theirs:g} s a move; ours is `tt.choose(match,
"best", seconds={ours:g})`. One process, one thread, one after the other; both seats for every deck.
Points: one a win, half a draw; the interval is Wilson's, widened or narrowed by the spread of
decks. Means a move are of choices: forced moves cost nobody anything. Simulations of Ex\\*pion and
Barrier are, on our side, positions of alpha-beta.

What to know of it:

- **Through the adapter** (`tabletier.adapters.openspiel`, the bot in C++) every step of a random
  game is a call from C++ to Python, so the bot has a handful of simulations a move and is little
  better than random. That says what a user of the adapter gets, not how good UCT is.
- **By the rules** (`benchmarks/peers/fast.py`) it is OpenSpiel's bot in Python on our compiled
  rules, which play its random games in one call: this is the bot to beat.
- **Nothing is hidden from the bot**: it is handed the referee's state, ours only what its seat may
  know. In Point it sees which row the other has chosen; Punto as usual hides nothing but the order
  of piles, and that nobody knows: draws are chance nodes, for the bot as for us.
- **The bot has more time, never less**: it stops after whole simulations, so a little late.
- **Few games**: *reached* and *missed* speak of the share itself. It takes some 190 games without
  a point before the interval ends below 2 %.
- **Point is a game of luck**: there the bot takes games that no other game leaves it (`plain`
  above has one game in seven).
- Processor time is that of the thread which asks: our alpha-beta thinks in one of its own, so what
  it takes in Ex\\*pion and Barrier is missing. The machine was busy; both had the same share of it.
- By the rules its tree does not count repetitions in Ex\\*pion and Barrier; its random games do.
"""


def section(asked: argparse.Namespace) -> str:
    """The section of the page."""
    kinds = [(way, key) for way in WAYS for key in keys()]
    found = {kind: games_in(results_of(*kind, asked)) for kind in kinds}
    rows = [row(*kind, games) for kind, games in found.items() if len(games) >= SEATS]
    every = [game for games in found.values() for game in games]
    loads = [float(game.load) for game in every]
    facts = {name: fact for name, fact in machine().items() if name not in ("commit", "load")}
    facts |= {
        "commit": " and ".join(sorted({game.commit for game in every})),
        "load": " to ".join(f"{busy:.1f}" for busy in (min(loads), max(loads))),
        "date": " and ".join(sorted({game.date for game in every})),
        "seed": f"`{SEED}`",
    }
    made = ", ".join(f"{name} {value}" for name, value in facts.items())
    note = NOTE.format(
        peer=openspiel.edition(), uct=openspiel.UCT_C, theirs=asked.theirs, ours=asked.ours
    )
    return f"## OpenSpiel's bot in our games\n\n{made}.\n\n{note}\n{table(TITLES, rows)}"


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--game", choices=keys(), action="append", help="this one only")
    parser.add_argument("--through", choices=tuple(WAYS), action="append", help="this way only")
    parser.add_argument("--games", type=int, default=40, help="of each (even); 0: play none")
    parser.add_argument("--ours", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--theirs", type=float, default=1.0, help="the bot's")
    parser.add_argument("--results", type=Path, default=Path("build/mctsbot"))
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    parser.add_argument("--page", type=Path, default=PAGE, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="see that it runs")
    given = parser.parse_args(arguments)
    if given.quick:
        given.games, given.ours, given.theirs = 2, 0.001, 0.001
    if given.games % SEATS:
        parser.error("--games: an even number, each deck is played from both seats")
    return given


def main(arguments: list[str] | None = None) -> int:
    """Play, print, and write where asked to."""
    asked = read_arguments(arguments)
    play_all(asked)
    text = section(asked)
    print(text)
    if asked.write:
        put_section(asked.page, "mctsbot", COMMAND, text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
