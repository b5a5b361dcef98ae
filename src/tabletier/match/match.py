"""A game being played: an immutable value. Playing a move gives another match."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import (
    CHANCE,
    MOVE,
    OVER,
    Event,
    Game,
    Position,
    Refusal,
    Steps,
)
from tabletier.games.kernel.errors import (
    BadNotation,
    GameError,
    GameOver,
    IllegalMove,
    NoSuchSeat,
    NotAllowed,
    SeedHidden,
)
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.steps import bridge, is_legal, turns
from tabletier.games.kernel.text import Text, shown
from tabletier.match.drawing import Drawn
from tabletier.match.seed import ticket

if TYPE_CHECKING:
    from tabletier.match.spaces import Observation

REPETITIONS = 3
LETTERS = 0xD800
"""How many letters there are before those that stand for halves of others."""
LISTED = "_listed"
"""Where a match keeps its legal moves once somebody has asked for them; not a part of its value."""


class Result(NamedTuple):
    """Who won (no winners: a draw) and why."""

    winners: tuple[int, ...]
    reason: str


REPETITION = Result((), "repetition")


class Entry(NamedTuple):
    """One line of the log: a seat's move, a draw of chance, a resignation or an agreement."""

    by: int
    act: str
    text: str


class Transition(NamedTuple):
    """One step of the engine: the state before, the step, the state after."""

    before: Any
    step: int
    after: Any


@dataclass(frozen=True, repr=False)
class Match(Drawn):
    """A match as a value; make one with `tabletier.new`, `setup` or `load`."""

    _game: Game
    _options: dict[str, Any]
    seed: str | None
    commitment: str
    _start: Position | None
    _state: Any
    _memory: Any
    _waiting: tuple[int, int]
    """The seat to move (or CHANCE, or OVER) and the number of tickets of the draw to come."""
    _log: tuple[Entry, ...] = ()
    _seen: tuple[Any, ...] = ()
    _letters: str = ""
    """One for each position seen, equal for equal positions: counting letters takes no time."""
    _ended: Result | None = None
    _last: tuple[Transition, ...] = ()

    def __hash__(self) -> int:
        return hash((self.game, self.commitment, self._log))

    def __copy__(self) -> "Match":
        return self

    def __deepcopy__(self, _: Any) -> "Match":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        return _revived, ({**parts, "_game": self.game},)

    def __repr__(self) -> str:
        return f"<Match {self.game}, {len(self.moves)} moves, to move: {self.to_move}>"

    @property
    def game(self) -> str:
        """The key of the game."""
        return self._game.key

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed, all defaults filled in."""
        return dict(self._options)

    @property
    def start(self) -> Position | None:
        """The position it was set up from, None for a match from the beginning."""
        return deepcopy(self._start)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides, each a tuple of seats."""
        return self._game.teams(self._options)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return sum(len(team) for team in self.teams)

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, None when the match is over."""
        if self._ended is not None:
            return None
        seat = self._waiting[0]
        return None if seat == OVER else seat

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, as texts."""
        return tuple(entry.text for entry in self._log if entry.act == "move")

    @property
    def log(self) -> tuple[Entry, ...]:
        """Everything that happened, draws of chance included (`by` is -1 for them)."""
        return self._log

    def drew_since(self, moves: int) -> bool:
        """Whether chance drew anything after more than so many moves."""
        made = 0
        for entry in self._log:
            made += entry.act == "move"
            if entry.act == "draw" and made > moves:
                return True
        return False

    @property
    def drawn(self) -> tuple[int, ...]:
        """What chance drew after the last move (at first: for the set-up), as steps of the rules.

        The referee's knowledge: some of it may be hidden from the seats.
        """
        to_move = self._game.rules.to_move
        return tuple(done.step for done in self._last if to_move(done.before) == CHANCE)

    @property
    def secret(self) -> bool:
        """Whether the move to be made now is hidden from the other seats."""
        return self.to_move is not None and self._game.secret(self._state)

    @property
    def seen(self) -> tuple[Any, ...]:
        """What each position so far is compared by, where a third occurrence ends the match."""
        return self._seen

    @property
    def result(self) -> Result | None:
        """None while the match goes on."""
        if self._ended is not None:
            return self._ended
        rules = self._game.rules
        if self._waiting[0] != OVER:
            return None
        seats, reason = rules.outcome(self._state)
        winners = tuple(seat for seat in range(self.seats) if (seats >> seat) & 1)
        return Result(winners, rules.REASONS[reason])

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move as text, sorted and unique; empty when the match is over."""
        return tuple(self._choices())

    def play(self, move: str) -> "Match":
        """The match after a move; whatever chance must draw is drawn before it returns."""
        steps = self._legal_steps(move)
        entry = Entry(self._waiting[0], "move", move)
        return self._follow(entry, [(step, MOVE) for step in steps])._draw()._count_repetition()

    def explain(self, move: str) -> Refusal | None:
        """Why a move would be refused, None if it is legal."""
        try:
            self._legal_steps(move)
        except IllegalMove:
            return self._game.refuse(self._state, move)
        except GameError as error:
            return Refusal(error.code, error.rule, error.text, error.cells, error.code)
        return None

    def ask(self) -> Text:
        """What the seat to move must decide, in a sentence."""
        self._check_going_on()
        return self._game.ask(self._state)

    def position(self) -> Position:
        """All the referee knows, in the public format of the game."""
        known: Position = self._game.position(self._state, self._memory)
        return known

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know."""
        if seat is not None:
            self._check_seat(seat)
        result, table = self.result, self._game.view(self._state, self._memory, seat)
        if self._ended is not None and "to_move" in table:
            table["to_move"] = None  # the state itself does not know that the match was ended
        return {
            "game": self.game,
            "seat": seat,
            "to_move": self.to_move,
            "result": None if result is None else _plain(result),
            "table": table,
        }

    def events(self) -> tuple[Event, ...]:
        """What the last move (at first: the set-up) caused, in order, as the referee knows it."""
        caused = [e for t in self._last for e in self._game.events(t.before, t.step, t.after)]
        result = self.result
        if result is not None:
            caused.append({"type": "over", **_plain(result)})
        return tuple(caused)

    @property
    def pauses(self) -> bool:
        """Whether everybody wants to look at what the last move caused before play goes on."""
        kinds = self._game.pauses
        return bool(kinds) and any(event["type"] in kinds for event in self.events())

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """The same events as a seat (None: a spectator) sees them."""
        if seat is not None:
            self._check_seat(seat)
        see = self._game.event_view
        return tuple([e if e["type"] == "over" else see(e, seat) for e in self.events()])

    def resign(self, seat: int) -> "Match":
        """The match ended by a seat that gives up; the other side wins."""
        self._check_going_on()
        self._check_seat(seat)
        if len(self.teams) > 2:
            raise NotAllowed(_NO_RESIGNING)
        winners = next(team for team in self.teams if seat not in team)
        return self._end(Entry(seat, "resign", ""), Result(tuple(sorted(winners)), "resignation"))

    def draw_by_agreement(self) -> "Match":
        """The match ended as a draw by all players together."""
        self._check_going_on()
        return self._end(Entry(CHANCE, "agree", ""), Result((), "agreement"))

    def legal_mask(self) -> NDArray[np.int8]:
        """1 for every action of `tabletier.actions` that may be taken now, 0 for all others."""
        from tabletier.match.stepwise import Stepwise

        return Stepwise(self).legal_mask()

    def observation(self, seat: int) -> "Observation":
        """What a seat may know, as arrays; `tabletier.observations` says what is where."""
        from tabletier.match.stepwise import Stepwise

        return Stepwise(self).observation(seat)

    def record(self, reveal: bool = True, names: Sequence[str] = ()) -> str:
        """The portable record; without `reveal` the seed is left out. `names`: who played."""
        from tabletier.match.record import write_record

        return write_record(self, reveal, names)

    def _end(self, entry: Entry, result: Result) -> "Match":
        return self._with(_log=(*self._log, entry), _ended=result, _last=())

    def _with(self, **changed: Any) -> "Match":
        """The same match but for some fields; `dataclasses.replace` takes ten times as long."""
        match = object.__new__(Match)
        match.__dict__.update(self.__dict__, **changed)
        match.__dict__.pop(LISTED, None)
        return match

    def _choices(self) -> dict[str, Steps]:
        """Every legal move as text, sorted, with its steps; worked out once, on demand."""
        listed: dict[str, Steps] | None = self.__dict__.get(LISTED)
        if listed is None:
            write, state = self._game.write, self._state
            found = {} if self._ended is not None else turns(self._game, state)
            texts = {write(state, steps): steps for steps in found}
            listed = self.__dict__[LISTED] = {text: texts[text] for text in sorted(texts)}
        return listed

    def put_away(self) -> None:
        """Nobody looks at this match just now: let go of what can be worked out again."""
        self.__dict__.pop(LISTED, None)

    def _check_going_on(self) -> None:
        if self.to_move is None:
            raise GameOver(_OVER)

    def _check_seat(self, seat: object) -> None:
        seats = range(self.seats)
        if type(seat) is not int or seat not in seats:
            raise NoSuchSeat(
                Text(
                    f"Il n'y a pas de place {shown(seat)} : elles vont de 0 à {len(seats) - 1}.",
                    f"There is no seat {shown(seat)}: they run from 0 to {len(seats) - 1}.",
                )
            )

    def _legal_steps(self, move: object) -> Steps:
        """The steps of a legal move. Raises GameOver, BadNotation or IllegalMove."""
        self._check_going_on()
        if not isinstance(move, str):
            raise BadNotation(
                Text(
                    f"Un coup est un texte, pas {shown(move)}.",
                    f"A move is a text, not {shown(move)}.",
                )
            )
        listed = self.__dict__.get(LISTED, {})
        if move in listed:
            known: Steps = listed[move]
            return known
        steps = self._game.read(self._state, move)
        if steps is None or not is_legal(self._game, self._state, steps):
            refusal = self._game.refuse(self._state, move)
            raise IllegalMove(refusal.text, refusal.rule, refusal.cells)
        return steps

    def _follow(self, entry: Entry, steps: list[tuple[int, int]]) -> "Match":
        """The match after the steps (or the draws, as tickets) of one line of the log."""
        advance, remember = bridge(self._game).advance, self._game.remember
        state, memory, waiting, last = self._state, self._memory, self._waiting, []
        for wanted, number in steps:
            step, after, seat, count = advance(state, wanted, number)
            waiting = (seat, count)
            memory = remember(memory, state, step, after)
            last.append(Transition(state, step, after))
            state = after
        return self._with(
            _state=state,
            _memory=memory,
            _waiting=waiting,
            _log=(*self._log, entry),
            _last=tuple(last) if entry.act == "move" else (*self._last, *last),
        )

    def _draw(self) -> "Match":
        """The match after all draws that are due, each derived from the seed and its number."""
        match = self
        while match._waiting[0] == CHANCE:
            if match.seed is None:
                raise SeedHidden(_HIDDEN)
            number = ticket(match.seed, len(match._log), match._waiting[1])
            match = match._draw_ticket(number)
        return match

    def _draw_ticket(self, number: int) -> "Match":
        """The match after one draw."""
        text = self._game.write(self._state, (self._game.rules.chance(self._state, number),))
        return self._follow(Entry(CHANCE, "draw", text), [(0, number)])

    def _count_repetition(self) -> "Match":
        """The match with this position counted; the third time it ends as a draw."""
        key_of = getattr(self._game.rules, "repetition_key", None)
        if key_of is None or self._waiting[0] == CHANCE:
            return self
        key = key_of(self._state)
        letters = self._letters + chr(hash(key) % LETTERS)
        counted = self._with(_seen=(*self._seen, key), _letters=letters)
        return counted._with(_ended=REPETITION) if counted._is_repeated() else counted

    def _is_repeated(self) -> bool:
        """Whether the last position came for the third time, and nothing else ended the match."""
        if self._letters.count(self._letters[-1]) < REPETITIONS:
            return False
        if self._seen.count(self._seen[-1]) < REPETITIONS:  # equal letters need not be equal keys
            return False
        result = self.result
        return result is None or result.reason in self._game.yields_to_repetition


def _revived(parts: dict[str, Any]) -> Match:
    """A match that was pickled: its game is looked up again by its key."""
    return Match(**{**parts, "_game": find(parts["_game"])})


def _plain(result: Result) -> dict[str, Any]:
    return {"winners": list(result.winners), "reason": result.reason}


_OVER = Text("La partie est terminée.", "The match is over.")
_HIDDEN = Text(
    "La graine de cette partie est encore secrète : on peut la relire, pas la continuer.",
    "The seed of this match is still secret: it can be read but not played on.",
)
_NO_RESIGNING = Text(
    "À trois camps ou plus, personne n'abandonne pour tous : la place est transmise à quelqu'un.",
    "With three or more sides nobody resigns for all: the seat is handed on to someone else.",
)
