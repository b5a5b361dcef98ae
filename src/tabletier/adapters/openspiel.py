"""OpenSpiel: every game as `tabletier_punto` and so on, chance one draw at a time.

>>> import pyspiel
>>> import tabletier.adapters.openspiel  # registers tabletier_punto and so on
>>> game = pyspiel.load_game("tabletier_expion(players=3)")
>>> state = game.new_initial_state()
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'b9-b8')

Parameters are the game's options (`tabletier.options`); one that takes words takes them here with
an n before what looks like a number: `first_player=random` or `first_player=n0`. Actions are
numbered as `tabletier.actions` says; a chain of jumps is taken jump by jump. At a chance node the
outcomes of the draw that is due are numbered in the order of `Match.chances`. Returns are 1 for
the winners, -1 for the others and 0 for a draw: where two sides of the same size meet, the sum is
nought.

Strings and tensors come from what a player's seat may know. An observation is the table as the
seat sees it; an information state says besides all that the seat has seen happen, move by move,
as a string. Its tensor holds what the seat knows now, not how that came about: matches are too
long for a tensor of their history. Installed with `pip install 'tabletier[peers]'`.
"""

import json
from typing import Any, NamedTuple

import numpy as np

from tabletier.adapters.common import EnvSpec, needed, rewards
from tabletier.games.kernel.contract import CHANCE, Game, Option
from tabletier.games.kernel.registry import find, guests, keys
from tabletier.match.match import Match
from tabletier.match.options import seat_counts
from tabletier.match.spaces import extent_of
from tabletier.match.start import new
from tabletier.match.stepwise import Stepwise, stepwise

pyspiel: Any = needed("pyspiel", "peers")


def name_of(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"tabletier_{game}"


def parameter(option: Option, value: Any) -> Any:
    """A value of an option as OpenSpiel can hold it: one type each, texts for mixed ones.

    A text that looks like a number would come back as one, so an n before it says that it is none.
    """
    if not any(isinstance(known, str) for known in option.values):
        return value
    return f"n{value}" if str(value).isdigit() else value


def _chosen(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Parameters as options: texts that stand for other values become those."""
    found = {}
    for option in game.options:
        if option.key in given:
            value = given[option.key]
            meant = [known for known in option.values if parameter(option, known) == value]
            found[option.key] = meant[0] if meant else value
    return found


def type_of(game: Game, table: EnvSpec | None = None) -> Any:
    """What OpenSpiel wants to know of a game, or of a game under some options."""
    kinds = pyspiel.GameType
    draws = {game.draws(table.options)} if table else {"play"}
    seats = (table.seats,) if table else seat_counts(game)
    return kinds(
        short_name=name_of(game.key),
        long_name=f"{game.name.en} (Tabletier)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC
        if draws == {"never"}
        else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if game.is_open
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if table and _is_even(table) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            option.key: parameter(option, option.default) for option in game.options
        },
        provides_factored_observation_string=True,
    )


def _is_even(table: EnvSpec) -> bool:
    """Whether two sides of the same size meet, so that what one wins the other loses."""
    return len(table.teams) == 2 and len({len(team) for team in table.teams}) == 1


class SpielGame(pyspiel.Game):  # type: ignore[misc] # pyspiel is compiled and ships no types
    """A game under some options, for OpenSpiel."""

    def __init__(self, game: Game, params: dict[str, Any] | None = None) -> None:
        self.table = EnvSpec(game.key, _chosen(game, dict(params or {})))
        self.extent = extent_of(game.key, self.table.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.actions),
            max_chance_outcomes=self.extent.outcomes,
            num_players=self.table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if _is_even(self.table) else None,
            max_game_length=self.extent.actions,
        )
        super().__init__(type_of(game, self.table), info, dict(params or {}))

    def new_initial_state(self) -> "SpielState":
        """The match before anything is drawn or played."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What looks at states for one player; see `open_spiel.python.observation`."""
        if params:
            raise ValueError(f"an observer of {self.table.game} takes no parameters, not {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.table, wanted)

    def max_chance_nodes_in_history(self) -> int:
        """How many draws a match can have at most."""
        return self.extent.draws


class SpielCourse(NamedTuple):
    """A match on its way and what was seen of it: a value, so that a clone of a state shares it."""

    walk: Stepwise
    told: tuple[tuple[str, ...], ...] = ()
    """What each whole move but the last caused, draws included: as every seat saw it, and at last
    as a spectator did."""

    def __deepcopy__(self, _: Any) -> "SpielCourse":
        return self


class SpielState(pyspiel.State):  # type: ignore[misc] # as above
    """A match on its way, chance included."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        table = self.table = game.table
        self.course = SpielCourse(stepwise(new(table.game, table.options, chance="explicit")))

    @property
    def walk(self) -> Stepwise:
        """The match, step by step."""
        return self.course.walk

    def current_player(self) -> Any:
        """Who decides: a seat, chance, or nobody any more."""
        seat = self.walk.to_move
        if seat is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.walk.legal_actions()) if player == self.walk.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the draw that is due may bring, by its number, and how likely it is."""
        chances = self.walk.match.chances()
        return [(number, float(chance)) for number, chance in enumerate(chances.values())]

    def _apply_action(self, action: int) -> None:
        match = self.walk.match
        if match.to_move == CHANCE:
            drawn = stepwise(match.draw(list(match.chances())[action]))
            self.course = SpielCourse(drawn, self.course.told)
            return
        after, told = self.walk.step(action), self.course.told
        self.course = SpielCourse(after, told if after.taken else (*told, self.telling(match)))

    def telling(self, match: Match) -> tuple[str, ...]:
        """What the last move of a match caused, as every seat saw it, and a spectator."""
        return tuple(_written(match.events_for(seat)) for seat in (*range(self.table.seats), None))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return list(self.walk.match.chances())[action]
        return self.table.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.walk.to_move is None

    def returns(self) -> list[float]:
        """What each player has got: nothing before the end."""
        return rewards(self.walk.result, self.table.seats)

    def __str__(self) -> str:
        """The match as a referee would tell it: every line of its log."""
        lines = [f"{entry.by} {entry.text}" for entry in self.walk.match.log]
        return "\n".join([*lines, *map(self.table.actions.text, self.walk.taken)])


class SpielObserver:
    """What a player may know of a state: a tensor with its parts by name, and a string."""

    def __init__(self, table: EnvSpec, wanted: Any) -> None:
        self.table, self.wanted = table, wanted
        shown = table.observations
        cells = int(np.prod(shown.shape))
        self.tensor = np.zeros(cells + len(shown.scalars), np.float32)
        self.dict = {
            "planes": self.tensor[:cells].reshape(shown.shape),
            "scalars": self.tensor[cells:],
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state with a player's eyes."""
        self.tensor[:] = state.walk.observation(player).flat()

    def string_from(self, state: SpielState, player: int) -> str:
        """The table as a player, or only everybody, may know it; with what was seen to happen.

        Public information is what a spectator knows, private what the seat knows besides.
        """
        wanted, kinds = self.wanted, pyspiel.PrivateInfoType
        private = wanted.private_info == kinds.SINGLE_PLAYER
        if not private and not wanted.public_info:
            return ""
        seat = player if private else None
        match = state.walk.match
        known: dict[str, Any] = {"seat": seat, **_table(match, seat)}
        if private and not wanted.public_info:
            public = _table(match, None)
            known = {key: part for key, part in known.items() if public.get(key) != part}
        if state.walk.taken:
            known["taken"] = [self.table.actions.text(action) for action in state.walk.taken]
        if wanted.perfect_recall:
            now = _written(match.events_for(seat))
            known["seen"] = [
                *(told[-1 if seat is None else seat] for told in state.course.told),
                now,
            ]
        return _written(known)


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _table(match: Match, seat: int | None) -> dict[str, Any]:
    view = match.view(seat)
    return {**view["table"], "to_move": view["to_move"], "result": view["result"]}


def register(key: str) -> str:
    """Make a game known to `pyspiel.load_game`; what it is called there."""
    game = find(key)

    class Registered(SpielGame):
        """One game, made by OpenSpiel from parameters alone."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    Registered.__name__ = Registered.__qualname__ = f"SpielGame_{key}"
    globals()[Registered.__name__] = Registered  # where whoever unpickles it looks
    if name_of(key) not in pyspiel.registered_names():
        pyspiel.register_game(type_of(game), Registered)
    return name_of(key)


NAMES = tuple(register(key) for key in dict.fromkeys((*keys(), *guests())))
"""What `pyspiel.load_game` takes."""
