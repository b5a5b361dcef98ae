"""How a match goes on: what it consists of, and how a move or a draw leads to the next match."""

from dataclasses import dataclass, fields
from typing import Any, Self

from tabletier.games.kernel.contract import CHANCE, MOVE, OVER, Game, Steps
from tabletier.games.kernel.errors import (
    BadNotation,
    DrawDue,
    GameOver,
    IllegalMove,
    NoSuchSeat,
    SeedHidden,
)
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.steps import bridge, is_legal, turns
from tabletier.games.kernel.text import Text
from tabletier.match.log import (
    EXPLICIT,
    REPETITION,
    SEEDED,
    Chance,
    Entry,
    Result,
    Start,
    Transition,
)
from tabletier.match.options import quoted
from tabletier.match.seed import ticket

REPETITIONS = 3
LETTERS = 0xD800
"""How many letters there are before those that stand for halves of others."""
LISTED = "_listed"
"""Where a match keeps its legal moves once somebody has asked for them; not a part of its value."""


@dataclass(frozen=True, repr=False)
class Course:
    """What a match consists of. `Match` is this and what people ask of it."""

    _game: Game
    _options: dict[str, Any]
    seed: str | None
    commitment: str
    _start: Start
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
    chance: Chance = SEEDED
    """Who decides what is drawn: `seed`, or `explicit` for whoever plays, with `draw`."""

    def __hash__(self) -> int:
        return hash((self.game, self.commitment, self._log))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: Any) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        return _revived, (type(self), {**parts, "_game": self.game})

    @property
    def game(self) -> str:
        """The key of the game."""
        return self._game.key

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed, all defaults filled in."""
        return dict(self._options)

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
        """The seat that must decide, None when the match is over.

        CHANCE (-1) when a draw is due, which only a match with explicit chance ever waits for.
        """
        if self._ended is not None:
            return None
        seat = self._waiting[0]
        return None if seat == OVER else seat

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
        """Every legal move as text, sorted and unique; empty when over or while a draw is due."""
        return tuple(self._choices())

    def play(self, move: str) -> Self:
        """The match after a move. Raises GameOver, BadNotation or IllegalMove.

        Whatever chance must draw is drawn from the match's seed before this returns, so trying
        moves with `play` looks into the future: it shows the very cards that will come. Search in
        worlds from `imagine`, or walk the draws yourself with `chance="explicit"`, which stops at
        each of them (DrawDue is raised while one is due).

        >>> import tabletier as tt
        >>> match = tt.new("expion", seed="any text")
        >>> match.play("e9-e6").to_move
        1
        """
        steps = self._legal_steps(move)
        entry = Entry(self._waiting[0], "move", move)
        return self._follow(entry, [(step, MOVE) for step in steps])._draw()._count_repetition()

    def _end(self, entry: Entry, result: Result) -> Self:
        return self._with(_log=(*self._log, entry), _ended=result, _last=())

    def _with(self, **changed: Any) -> Self:
        """The same match but for some fields; `dataclasses.replace` takes ten times as long."""
        match = object.__new__(type(self))
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

    def decider(self) -> int:
        """The seat that must decide. Raises GameOver, or DrawDue where chance must draw first."""
        seat = self.to_move
        if seat is None:
            raise GameOver(_OVER)
        if seat == CHANCE:
            raise DrawDue(_DRAW_DUE)
        return seat

    def _check_seat(self, seat: object) -> None:
        seats = range(self.seats)
        if type(seat) is not int or seat not in seats:
            raise NoSuchSeat(
                Text(
                    f"Il n'y a pas de place {quoted(seat)} : elles vont de 0 à {len(seats) - 1}.",
                    f"There is no seat {quoted(seat)}: they run from 0 to {len(seats) - 1}.",
                )
            )

    def _legal_steps(self, move: object) -> Steps:
        """The steps of a legal move. Raises GameOver, DrawDue, BadNotation or IllegalMove."""
        self.decider()
        if not isinstance(move, str):
            raise BadNotation(
                Text(
                    f"Un coup est un texte, pas {quoted(move)}.",
                    f"A move is a text, not {quoted(move)}.",
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

    def _follow(self, entry: Entry, steps: list[tuple[int, int]]) -> Self:
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

    def _draw(self) -> Self:
        """The match after all draws that are due, each derived from the seed and its number."""
        match = self
        while match._waiting[0] == CHANCE and match.chance != EXPLICIT:
            if match.seed is None:
                raise SeedHidden(_HIDDEN)
            number = ticket(match.seed, len(match._log), match._waiting[1])
            match = match._draw_ticket(number)
        return match

    def _draw_ticket(self, number: int) -> Self:
        """The match after one draw."""
        text = self._game.write(self._state, (self._game.rules.chance(self._state, number),))
        return self._follow(Entry(CHANCE, "draw", text), [(0, number)])

    def _count_repetition(self) -> Self:
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


def _revived(kind: type[Course], parts: dict[str, Any]) -> Course:
    """A match that was pickled: its game is looked up again by its key."""
    return kind(**{**parts, "_game": find(parts["_game"])})


_DRAW_DUE = Text(
    "Le hasard doit d'abord tirer : voyez chances(), puis draw(…).",
    "Chance must draw first: see chances(), then draw(…).",
)
_OVER = Text("La partie est terminée.", "The match is over.")
_HIDDEN = Text(
    "La graine de cette partie est encore secrète : on peut la relire, pas la continuer.",
    "The seed of this match is still secret: it can be read but not played on.",
)
