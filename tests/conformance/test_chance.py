"""Chance made visible: a match with explicit chance stops at every draw and goes on as told."""

import pickle
import random
from fractions import Fraction

import pytest

import tabletier as tt
from tabletier.match.history import history
from tabletier.match.match import Match
from tabletier.testing.conformance.tables import Trial


def explicit(table: Trial) -> Match:
    return tt.new(table.key, table.options, chance="explicit")


def followed(match: Match, table: Trial) -> list[Match]:
    """The log of a match, done again by somebody who chooses every draw: after each line."""
    done = [explicit(table)]
    for entry in match.log:
        act = done[-1].draw if entry.act == "draw" else done[-1].play
        done.append(act(entry.text))
    return done


def random_course(table: Trial, seed: str, lines: int) -> Match:
    dice, match = random.Random(f"{table} {seed}"), explicit(table)
    for _ in range(lines):
        if match.to_move is None:
            break
        if match.to_move == tt.CHANCE:
            match = match.draw(dice.choice(list(match.chances())))
        else:
            match = match.play(dice.choice(match.legal_moves()))
    return match


def test_it_goes_the_way_of_a_match_with_a_seed_when_told_the_same_draws(table: Trial) -> None:
    seeded = table.whole_match()[-1]
    course = followed(seeded, table)
    assert course[-1].result == seeded.result
    assert course[-1].log == seeded.log
    assert course[-1].position() == seeded.position()
    assert course[-1].events() == seeded.events()
    decisions = [match for match in course if match.to_move != tt.CHANCE]
    assert [m.position() for m in decisions] == [m.position() for m in table.whole_match()]


def test_chances_are_exact_and_their_texts_lead_to_different_tables(table: Trial) -> None:
    stops = [m for m in followed(table.whole_match()[-1], table) if m.to_move == tt.CHANCE]
    for match in stops[:: max(1, len(stops) // 8)]:
        chances = match.chances()
        assert sum(chances.values()) == 1
        assert all(chance > 0 for chance in chances.values())
        assert list(chances) == sorted(chances)
        after = [match.draw(text) for text in chances]
        assert len({m._state for m in after}) == len(chances)
        assert all(m.log[-1].text == text for m, text in zip(after, chances, strict=True))


def test_outcomes_are_as_likely_as_their_tickets(table: Trial) -> None:
    """The tickets of the rules, counted one by one."""
    stops = [m for m in followed(table.whole_match()[-1], table) if m.to_move == tt.CHANCE]
    for match in stops[:: max(1, len(stops) // 8)]:
        rules, state = match._game.rules, match._state
        count = rules.tickets(state)
        texts = [match._game.write(state, (rules.chance(state, n),)) for n in range(count)]
        expected = {text: Fraction(texts.count(text), count) for text in texts}
        assert match.chances() == expected


def test_while_a_draw_is_due_nobody_moves(table: Trial) -> None:
    stops = [m for m in followed(table.whole_match()[-1], table) if m.to_move == tt.CHANCE]
    for match in stops[:3]:
        assert match.legal_moves() == ()
        assert match.result is None
        for forbidden in (lambda m=match: m.play("anything"), match.ask, match.draw_by_agreement):
            with pytest.raises(tt.DrawDue, match="Chance must draw first"):
                forbidden()
        with pytest.raises(tt.DrawDue):
            match.resign(0)
        refusal = match.explain("anything")
        assert refusal is not None
        assert refusal.code == "draw/due"
        with pytest.raises(tt.BadDraw, match="cannot be drawn now: expected one of"):
            match.draw("nothing of the kind")


def test_it_can_be_looked_at_while_a_draw_is_due(table: Trial) -> None:
    stops = [m for m in followed(table.whole_match()[-1], table) if m.to_move == tt.CHANCE]
    for match in stops[:: max(1, len(stops) // 10)]:
        assert match.position()
        assert "a draw is due" in str(match)
        assert "<svg" in match._repr_html_()
        for seat in table.onlookers:
            assert match.view(seat)["to_move"] == tt.CHANCE
            match.events_for(seat)
        assert pickle.loads(pickle.dumps(match)) == match


def test_its_record_is_read_again_and_says_that_nobody_vouches_for_its_luck(
    table: Trial,
) -> None:
    whole = explicit(table)
    for lines in (0, 3, 17, 100):
        match = random_course(table, "record", lines)
        found = tt.verify(match.record())
        assert found.match == match
        assert found.match.chance == "explicit"
        assert not found.deal_verified
        if match.to_move == tt.CHANCE:  # and it goes on from there
            assert found.match.chances() == match.chances()
        past = history(match)
        assert past[-1] == match
        assert [m.moves for m in past] == [match.moves[:n] for n in range(len(past))]
        whole = match
    assert whole.seed is None


def test_what_is_drawn_is_a_matter_of_the_seed_elsewhere(key: str) -> None:
    match = tt.new(key, seed="x")
    assert match.chances() == {}
    with pytest.raises(tt.BadDraw, match="come from its seed"):
        match.draw("anything")
    waiting = tt.setup(key, match.position(), match.options, chance="explicit")
    with pytest.raises(tt.BadDraw, match="Nothing is to be drawn now"):
        waiting.draw("anything")


def test_a_seed_and_chosen_draws_are_too_much(key: str) -> None:
    with pytest.raises(tt.BadOption, match="has no seed"):
        tt.new(key, seed="x", chance="explicit")
    with pytest.raises(tt.BadOption, match="'seed' or 'explicit'"):
        tt.new(key, chance="dice")  # type: ignore[arg-type]
