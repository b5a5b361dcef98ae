"""A game being played: an immutable value. Playing a move gives another match."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import CHANCE, Event, Position, Refusal
from tabletier.games.kernel.errors import GameError, IllegalMove, NotAllowed
from tabletier.games.kernel.text import Text
from tabletier.match.course import LISTED, REPETITIONS, Course
from tabletier.match.drawing import Drawn
from tabletier.match.log import SEEDED, Chance, Entry, Imagined, Result, Transition

if TYPE_CHECKING:
    from tabletier.match.spaces import Observation

__all__ = ["LISTED", "REPETITIONS", "Entry", "Match", "Result", "Transition"]


@dataclass(frozen=True, repr=False, eq=False)
class Match(Course, Drawn):
    """A match as a value; make one with `tabletier.new`, `setup` or `load`."""

    def __repr__(self) -> str:
        return f"<Match {self.game}, {len(self.moves)} moves, to move: {self.to_move}>"

    @property
    def start(self) -> Position | None:
        """The position it was set up from, None for a match from the beginning."""
        if isinstance(self._start, Imagined):
            known: Position = self._game.position(*self._start)
            return known
        return deepcopy(self._start)

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

    def chances(self) -> dict[str, Fraction]:
        """What the draw that is due may bring, and how likely it is; the fractions add up to 1.

        Empty where nothing is due, as always in a match whose draws come from its seed. The texts
        are those of the record, and the referee's: some of what is drawn may be hidden from seats.

        >>> import tabletier as tt
        >>> match = tt.new("punto", {"first_player": 0}, chance="explicit")
        >>> match.to_move == tt.CHANCE, sum(match.chances().values())
        (True, Fraction(1, 1))
        """
        from tabletier.match.chance import chances

        return chances(self)

    def draw(self, outcome: str) -> "Match":
        """The match after a draw that the caller chose out of `chances`. Raises BadDraw.

        >>> import tabletier as tt
        >>> match = tt.new("barrier", {"first_player": "random"}, chance="explicit")
        >>> match.chances()
        {'starts 0': Fraction(1, 2), 'starts 1': Fraction(1, 2)}
        >>> match.draw("starts 1").to_move
        1
        """
        from tabletier.match.chance import draw

        return draw(self, outcome)

    def imagine(self, seed: str | int | None = None, chance: Chance = SEEDED) -> "Match":
        """A match that agrees with all that the seat to move may know, the rest chosen anew.

        Hidden cards are dealt again, and what is yet to be drawn comes from a seed that says
        nothing of this match's own: playing on is fair. The same `seed` and the same knowledge
        give the same match, without `seed` each is another. Its moves and log begin here; earlier
        positions still count where repetition ends a match. Nobody played it, so it has no record.

        >>> import tabletier as tt
        >>> match = tt.new("punto", {"players": 3, "expert": True}, seed="any text")
        >>> world = match.imagine(1)
        >>> world.view(match.to_move) == match.view(match.to_move), world.seed == match.seed
        (True, False)
        """
        from tabletier.match.imagining import imagine

        return imagine(self, seed, chance)

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
        self.decider()
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
        self.decider()
        self._check_seat(seat)
        if len(self.teams) > 2:
            raise NotAllowed(_NO_RESIGNING)
        winners = next(team for team in self.teams if seat not in team)
        return self._end(Entry(seat, "resign", ""), Result(tuple(sorted(winners)), "resignation"))

    def draw_by_agreement(self) -> "Match":
        """The match ended as a draw by all players together."""
        self.decider()
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

    def put_away(self) -> None:
        """Nobody looks at this match just now: let go of what can be worked out again."""
        self.__dict__.pop(LISTED, None)


def _plain(result: Result) -> dict[str, Any]:
    return {"winners": list(result.winners), "reason": result.reason}


_NO_RESIGNING = Text(
    "À trois camps ou plus, personne n'abandonne pour tous : la place est transmise à quelqu'un.",
    "With three or more sides nobody resigns for all: the seat is handed on to someone else.",
)
