"""Records: whatever was changed, added or taken out is noticed, whoever changed it.

A clumsy forger changes a line; a clever one makes the hashes fit again, and still cannot change
the draws, nor make an illegal move legal.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import keys
from tabletier.match.match import Match
from tabletier.match.record import names_in
from tests.match.chains import Line, bodies, canonical, chained
from tests.match.forgeries import ALL

OTHER_VALUES: tuple[Any, ...] = (None, True, 0, -7, 10**30, "", "zzz", [], {"zzz": 1})

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def match(toy: Game) -> Match:
    """A draw, a move that calls for another draw, three moves, and seat 0 has reached the goal."""
    for number in range(100):
        match = tt.new(toy.key, seed=f"seed {number}")
        if match.position()["total"] == 1 and match.play("+3").position()["total"] == 5:
            return match.play("+3").play("+1").play("+3").play("+1").play("+2")
    raise AssertionError("no seed draws so")


def refusal(record: Any) -> tt.BadRecord:
    with pytest.raises(tt.BadRecord) as caught:
        tt.load(record)
    assert caught.value.code == "record/bad"
    assert all(0 < len(sentence) < 500 and sentence.encode() for sentence in caught.value.text)
    with pytest.raises(tt.BadRecord):
        tt.verify(record)
    return caught.value


class TestReading:
    def test_a_record_is_read_back_and_verified(self, match: Match) -> None:
        assert match.result == tt.Result((0,), "goal")
        assert tt.load(match.record()) == match
        assert tt.verify(match.record()) == (match, True)

    def test_the_chain_can_be_recomputed_from_the_text_alone(self, match: Match) -> None:
        assert chained(bodies(match.record())) == match.record()

    def test_white_space_around_it_and_other_line_ends_do_no_harm(self, match: Match) -> None:
        text = match.record()
        for other in (text.strip(), f"\n{text}\n\n", text.replace("\n", "\r\n")):
            assert tt.load(other) == match

    def test_so_are_records_of_every_ending(self, match: Match, toy: Game) -> None:
        going_on = tt.new(toy.key, seed="x")
        for other in (going_on, going_on.resign(1), going_on.draw_by_agreement()):
            assert tt.load(other.record()) == other

    def test_a_record_from_a_position_begins_there(self, toy: Game) -> None:
        match = tt.setup(toy.key, {"total": 3, "turn": 1}, seed="x").play("+1")
        again = tt.load(match.record())
        assert again == match
        assert again.start == {"total": 3, "turn": 1}

    def test_a_file_of_several_matches_is_told_from_a_record(self, match: Match) -> None:
        line = json.dumps({"id": "t", "seats": [], "record": match.record()})
        text = refusal(line + "\n").text
        assert "matches taken away from 'Your games'" in text.en
        assert "« record »" in text.fr.replace("\u00a0", " ")


class TestNames:
    def test_a_record_may_carry_the_names_of_the_players(self, match: Match) -> None:
        text = match.record(names=["Zoé", ""])
        assert names_in(text) == ("Zoé", "")
        assert tt.verify(text) == (match, True)
        assert chained(bodies(text)) == text
        assert bodies(text)[1:] == bodies(match.record())[1:]
        assert names_in(match.record()) == ()

    def test_a_name_cannot_be_changed_afterwards(self, match: Match) -> None:
        refusal(match.record(names=["Zoé", "Max"]).replace("Max", "Mix"))

    @pytest.mark.parametrize(
        "names", [["Zoé"], ["Zoé", 2], "Zo", {}, None, ["Zoé", "a\nb"], ["", "x" * 101]]
    )
    def test_other_names_are_none(self, match: Match, names: Any) -> None:
        head, *rest = bodies(match.record())
        refusal(chained([{**head, "names": names}, *rest]))


class TestTheClumsyForger:
    """Every line, every key: a change is noticed and the line is named."""

    def test_every_changed_value_is_noticed(self, match: Match) -> None:
        lines = match.record().splitlines()
        for number, text in enumerate(lines):
            line = json.loads(text)
            for key in line:
                for value in OTHER_VALUES:
                    if canonical(value) != canonical(line[key]):
                        changed = [*lines]
                        changed[number] = canonical({**line, key: value})
                        refusal("\n".join(changed))

    def test_every_changed_character_is_noticed(self, match: Match) -> None:
        text = match.record()
        for place, character in enumerate(text[:-1]):
            other = "1" if character != "1" else "2"
            refusal(text[:place] + other + text[place + 1 :])

    def test_every_missing_doubled_or_exchanged_line_is_noticed(self, match: Match) -> None:
        lines = match.record().splitlines()
        for n in range(len(lines)):
            refusal("\n".join(lines[:n] + lines[n + 1 :]))
            refusal("\n".join([*lines[:n], lines[n], *lines[n:]]))
            refusal("\n".join([*lines[: n + 1], "", *lines[n + 1 :], "{}"]))
            if n:
                refusal("\n".join([*lines[: n - 1], lines[n], lines[n - 1], *lines[n + 1 :]]))

    def test_a_record_cut_anywhere_is_noticed(self, match: Match) -> None:
        text = match.record()
        for end in range(len(text) - 1):
            refusal(text[:end])

    def test_what_was_cut_off_is_missed_where_it_should_be(self, match: Match) -> None:
        lines = match.record().splitlines()
        for end in range(1, len(lines)):
            told = refusal("\n".join(lines[:end])).text.en
            assert f"line {end}: nothing follows, the end with the result is missing" in told
        told = refusal("\n".join(lines[1:])).text.en
        assert "line 1: it is not the first line of a record" in told

    def test_the_line_is_named_in_both_languages(self, match: Match) -> None:
        lines = match.record().splitlines()
        lines[3] = lines[3].replace('"n":2', '"n":7')
        error = refusal("\n".join(lines))
        assert "line 4: it was changed after it was written" in error.text.en
        assert "ligne 4 : elle a été changée" in error.text.fr


class TestTheCleverForger:
    @pytest.mark.parametrize("what", ALL)
    def test_what_does_not_follow_from_rules_and_seed_is_refused(
        self, match: Match, what: str
    ) -> None:
        lines = bodies(match.record())
        ALL[what](lines)
        refusal(chained(lines))

    def test_a_draw_that_the_seed_did_not_give_is_named(self, match: Match) -> None:
        lines = bodies(match.record())
        lines[1]["draw"] = "+2"
        assert "does not come from the seed" in refusal(chained(lines)).text.en

    def test_another_version_is_named_before_anything_else_is_found_fault_with(
        self, match: Match
    ) -> None:
        lines = bodies(match.record())
        lines[0].update(version="0", options={"unheard": "of"})
        assert 'rules version "0", the house knows 1' in refusal(chained(lines)).text.en

    @pytest.mark.parametrize(
        ("entry", "why"),
        [
            ({"by": 0, "resign": "x"}, "badly written"),
            ({"by": True, "resign": ""}, "badly written"),
            ({"by": 2, "resign": ""}, "no seat 2"),
            ({"by": 0, "agree": ""}, "badly written"),
            ({"by": -1, "agree": None}, "badly written"),
        ],
    )
    def test_endings_are_checked_too(self, toy: Game, entry: Line, why: str) -> None:
        lines = bodies(tt.new(toy.key, seed="x").record())
        lines.insert(-1, {"n": 1, **entry})
        lines[-1]["result"] = [[1], "resignation"]
        assert why in refusal(chained(lines)).text.en


class TestTheSecretSeed:
    def test_the_record_keeps_it_and_the_commitment_stays(self, match: Match) -> None:
        text = match.record(reveal=False)
        again = tt.load(text)
        assert str(match.seed) not in text
        assert (again.seed, again.commitment) == (None, match.commitment)
        assert again.record() == text
        assert tt.verify(text) == (again, False)

    def test_impossible_draws_are_noticed_without_it(self, match: Match) -> None:
        lines = bodies(match.record(reveal=False))
        lines[1]["draw"] = "+3"
        refusal(chained(lines))

    def test_one_can_play_on_until_a_draw_is_due(self, toy: Game) -> None:
        match = tt.setup(toy.key, {"total": 2, "turn": 0}, seed="x")
        secret = tt.load(match.record(reveal=False))
        assert secret.play("+1").position() == match.play("+1").position()
        with pytest.raises(tt.SeedHidden) as caught:
            secret.play("+2")
        assert caught.value.code == "record/seed-hidden"
        assert secret.legal_moves() == match.legal_moves()
        assert secret.resign(0).result == tt.Result((1,), "resignation")


@pytest.mark.parametrize(
    "text",
    [
        *(None, 1, b"{}", [], "", " ", "\n\n", "{}", "[]", "null", "1", "NaN", '"x"', "{}\n{}"),
        *("[" * 100_000, '{"a":' * 100_000, "9" * 5000, '{"hash": ' + "9" * 5000 + "}"),
        *("x" * 5_000_000, "\ud800", '{"hash": "\\ud800"}', '{"hash": 1}\n{"hash": 2}', "\x00"),
    ],
    ids=lambda text: repr(text)[:20],
)
def test_what_is_no_record_is_refused(text: Any) -> None:
    refusal(text)


@pytest.mark.parametrize("levels", [100, 900, 1000, 3000, 50_000])
@pytest.mark.parametrize("place", ["start", "options", "version", "game", "box", "seats"])
def test_lists_in_lists_are_refused_at_any_depth(match: Match, place: str, levels: int) -> None:
    head, rest = match.record().split("\n", 1)
    body = {k: v for k, v in json.loads(head).items() if k != "hash"}
    marked = canonical({**body, place: "@"}).replace('"@"', "[" * levels + "]" * levels)
    refusal(f"{marked}\n{rest}")
    try:
        lines = [json.loads(marked), *bodies(match.record())[1:]]
        forged = chained(lines)
    except RecursionError:
        return  # this Python cannot even write it
    refusal(forged)


@pytest.mark.parametrize("key", keys())
def test_records_of_every_game_notice_every_changed_line(key: str) -> None:
    match = tt.new(key, seed="tampering")
    for _ in range(6):
        match = match.play(match.legal_moves()[0])
    lines = bodies(match.record())
    for number, line in enumerate(lines):
        for name, value in line.items():
            for other in OTHER_VALUES:
                if canonical(other) != canonical(value) and (name, other) != ("seed", None):
                    forged = [*lines]
                    forged[number] = {**line, name: other}
                    refusal(chained(forged))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_older_records_replay_and_are_written_as_they_were(path: Path) -> None:
    text = path.read_text("utf-8")
    assert tt.load(text).record() == text
