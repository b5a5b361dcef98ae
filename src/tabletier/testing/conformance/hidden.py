"""Nobody is shown what they may not know, and nobody needs to know more to move."""

import json
import random
from collections.abc import Iterator

import pytest

from tabletier.match.match import Match
from tabletier.testing.conformance.tables import Trial
from tabletier.testing.conformance.twins import (
    Parting,
    Twins,
    alike,
    can_be_seen,
    followed,
    fooled,
    is_over,
    parted,
    worlds,
)

pytestmark = pytest.mark.clause("view, event_view, ask")

SEED = "twins"
STATES = 40
"""From how many states of a match twin worlds set out."""


def all_partings(table: Trial) -> Iterator[Parting]:
    """Pairs of steps from many states of a match."""
    dice = random.Random(f"{table} {SEED}")
    course = list(worlds(table, SEED))
    for world in (*course[:STATES:2], *course[STATES :: max(1, 2 * len(course) // STATES)]):
        yield from parted(table, world, dice)


def all_twins(table: Trial, parting: Parting) -> Iterator[Twins]:
    """Twin worlds where they part and for some steps after."""
    for twins in fooled(table.game, parting, table.onlookers):
        yield twins
        yield from followed(table, twins, random.Random(f"{table} {SEED}"))


def secrets(table: Trial) -> int:
    """How many events of a match look different to some onlooker."""
    game = table.game
    return sum(
        game.event_view(event, seat) != event
        for match in table.whole_match("wide")
        for event in match.events()
        if event["type"] != "over"
        for seat in table.onlookers
    )


def check_views(table: Trial, twins: Twins) -> None:
    """What looked the same all along looks the same now."""
    for seat in twins.fooled:
        one, other = (
            table.game.view(world.node.state, world.memory, seat)
            for world in (twins.one, twins.other)
        )
        assert one == other, f"view: shows to seat {seat} what it may not know"


def check_mover(table: Trial, twins: Twins) -> None:
    """Whoever is to move knows what is legal and what is asked."""
    game, one, other = table.game, twins.one.node, twins.other.node
    if one.seat in twins.fooled and not is_over(twins):
        assert other.seat == one.seat
        assert [game.write(one.state, (step,)) for step in one.steps] == [
            game.write(other.state, (step,)) for step in other.steps
        ]
        assert game.ask(one.state) == game.ask(other.state)


def check_events(table: Trial, parting: Parting) -> None:
    """What a single event shows can be seen on the table afterwards."""
    game = table.game
    if len(parting.ours) == len(parting.theirs) == 1 and can_be_seen(game, parting):
        for seat in table.onlookers:
            one, other = (
                game.view(world.node.state, world.memory, seat)
                for world in (parting.one, parting.other)
            )
            assert one != other or alike(game, seat, parting.ours, parting.theirs), (
                f"event_view: tells seat {seat} what its view hides"
            )


def test_nobody_is_shown_more_than_happened_before_their_eyes(wide_table: Trial) -> None:
    compared = 0
    for parting in all_partings(wide_table):
        for twins in all_twins(wide_table, parting):
            assert None in twins.fooled  # a spectator knows no more than any seat
            if can_be_seen(wide_table.game, twins):
                check_views(wide_table, twins)
                check_mover(wide_table, twins)
                compared += 1
    assert compared > 0 or not secrets(wide_table)


def test_no_event_tells_what_the_table_hides(wide_table: Trial) -> None:
    for parting in all_partings(wide_table):
        check_events(wide_table, parting)


class TestTheSeed:
    def test_what_is_shown_does_not_depend_on_draws_to_come(self, table: Trial) -> None:
        matches: dict[tuple[str, ...], Match] = {}
        for number in range(40):
            match = table.new(f"seed {number}")
            drawn = tuple(entry.text for entry in match.log)
            first = matches.setdefault(drawn, match)
            assert match.position() == first.position()
            assert match.events() == first.events()
            assert all(match.view(seat) == first.view(seat) for seat in table.onlookers)

    def test_neither_seed_nor_log_is_shown(self, table: Trial) -> None:
        match = table.new("a seed that nobody would guess").play(
            table.new("a seed that nobody would guess").legal_moves()[0]
        )
        for seat in table.onlookers:
            shown = json.dumps([match.view(seat), match.events_for(seat)])
            assert "nobody would guess" not in shown
            assert match.commitment not in shown
