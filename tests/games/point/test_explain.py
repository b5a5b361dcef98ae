"""Refusals teach: each names a rule of the sheet, says what was tried and what is asked."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.point.notation import read
from tests.games.point.plain import DECK, readings
from tests.games.point.tables import ALL_OPTIONS, FEW, GAME, listed, position, state_at, table

SHEETS = Path(__file__).parents[3] / "docs" / "rules"
RULES = {
    lang: set(re.findall(r"^\*\*(POINT-\d+)\*\*", (SHEETS / f"point.{lang}.md").read_text(), re.M))
    for lang in ("fr", "en")
}

CARDS = st.sampled_from(sorted(set(DECK)))
FORMULAS = CARDS.flatmap(lambda card: st.sampled_from(readings(card))).map(">".join)
USES = st.builds("{}@{}".format, FORMULAS, st.integers(1, 20))
HANDS = st.lists(CARDS, min_size=1, max_size=5).map(lambda cards: ",".join(sorted(cards)))
MOVES = st.one_of(
    st.sampled_from(["draw", "stop", "go on"]),
    st.text("BW", min_size=1, max_size=14).map("row {}".format),
    USES,
    USES.map("take {}".format),
    CARDS.map("discard {}".format),
    HANDS.map("regroup {}".format),
)


def test_both_sheets_list_the_same_rules() -> None:
    assert RULES["fr"] == RULES["en"] == {f"POINT-{number}" for number in range(1, 36)}


class TestEveryRefusal:
    @FEW
    @given(st.sampled_from(ALL_OPTIONS), st.integers(0, 10_000), st.integers(0, 90), st.data())
    def test_names_a_rule_and_says_why_in_both_languages(
        self, options: dict[str, object], seed: int, depth: int, data: st.DataObject
    ) -> None:
        state = state_at(options, seed, depth)
        legal = set(listed(state))
        for text in data.draw(st.lists(MOVES, min_size=5, max_size=25)):
            steps = read(state, text)
            if steps is not None and steps[0] in legal:
                continue
            refusal = GAME.refuse(state, text)
            assert refusal.rule in RULES["en"]
            assert refusal.text.en.endswith(f"({refusal.rule}).")
            assert refusal.text.fr.endswith(f"({refusal.rule}).")
            assert refusal.text.fr != refusal.text.en
            assert "None" not in refusal.text.en
            assert re.fullmatch("[a-z]+/[a-z-]+", refusal.detail)
            assert all(cell.isdigit() for cell in refusal.cells)

    def test_a_refused_match_is_unchanged(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        before = match.position()
        assert match.explain("BWW>WB@1") is not None
        assert match.position() == before
        assert match.explain("BWW>WB@2") is None


class TestWhatIsAsked:
    def test_a_row(self) -> None:
        assert "row BBWWBBWWWWBB" in GAME.ask(tt.new("point", seed="a")._state).en

    def test_a_use_or_a_discard(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        assert GAME.ask(match._state).en == "use one of your cards (given>taken@place)"
        useless = ["BB=BBB", "BB=WWW", "WW=BBB", "WW=WWW"]
        stuck = table(position(["BWBWBWBWBWBW", None], [useless, []]))
        assert "discard" in GAME.ask(stuck._state).en
        assert "discard" in GAME.ask(stuck._state).fr

    def test_taking_or_drawing(self) -> None:
        given_ = position(["WWWBBB", None], phase="start", offer="WW=WWW")
        asked = GAME.ask(table(given_)._state)
        assert asked.en.startswith("draw, or use the card left face up, WW=WWW")

    def test_stopping(self) -> None:
        pure = position(["BBBBBBBB", None, "BWBW", None], bank=(2, 2), phase="start")
        assert GAME.ask(table(pure, teams=True)._state).en == "draw, or stop"
        asked = GAME.ask(table({**pure, "phase": "pure"}, teams=True)._state)
        assert asked.en == "stop or go on, now that your row is of one colour"

    def test_regrouping(self) -> None:
        match = tt.new("point", {"players": 4, "teams": True, "rows": "random"}, seed="r")
        assert "regroup" in GAME.ask(match._state).en
