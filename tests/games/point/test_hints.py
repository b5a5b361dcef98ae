"""Why a choice of Point is good: the sentences, and that they are true."""

import random
import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.point.distance import number_of
from tabletier.games.point.distance import table as table_of_turns
from tests.games.point.tables import position, table
from tests.games.remarks import remark, said

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
NUMBERS += ["eleven", "twelve"]
CARD = re.compile(r"\b[BW]{2}=[BW]{3}\b")
PAWNS = re.compile(r"\b(?:black|white)(?:-(?:black|white))+\b")


def _letters(names: str) -> str:
    return "".join("B" if name == "black" else "W" for name in names.split("-"))


def notated(words: str) -> str:
    """A sentence with its cards and readings written as moves write them: WB=BWW, WB>BWW."""
    letters = PAWNS.sub(lambda found: _letters(found[0]), words)
    joined = re.sub(r"([BW]{2,}) = ([BW]{2,})", r"\1=\2", letters)
    return re.sub(r"([BW]{2,}) for ([BW]{2,})", r"\1>\2", joined)


def duel(row: str, hand: list[str], bank: tuple[int, int] = (0, 0), **parts: Any) -> tt.Match:
    """Player 1 collects black and must use one of these cards."""
    return table(position([row, None], [hand, parts.pop("other", [])], bank=bank, **parts))


# Player 1, who collects black: row, hand, bank, what is used, and what is said of it.
USES: dict[str, tuple[str, list[str], tuple[int, int], str, str, str]] = {
    "a row of one colour wins": (
        *("BBWB", ["BW=BBB"], (4, 4), "BW>BBB@2"),
        "rend votre rang tout noir et gagne la partie",
        "makes your row all black and wins the game",
    ),
    "a card in hand will win": (
        *("WWBWB", ["WW=BBB", "BW=BBB"], (6, 0), "WW>BBB@1"),
        "prépare la victoire : noir-blanc contre noir-noir-noir rendra votre rang tout noir",
        "prepares the win: black-white for black-black-black will make your row all black",
    ),
    "fewer pawns of the other colour": (
        *("WWWBWW", ["WW=WBB", "BB=BBB", "BB=BBW", "BB=BWB"], (4, 4), "WW>WBB@1"),
        "ôte un pion blanc de votre rang, où il en reste quatre (à 5,6 tours du but)",
        "rids your row of one white pawn and leaves four (5.6 turns from home)",
    ),
    "the least harmful exchange": (
        *("BBBBBBWWWW", ["BB=BWB", "BB=BBW", "BB=WWB", "BB=WWW"], (0, 2), "BB>BWB@1"),
        "est l’échange le moins mauvais : un pion blanc de plus (à 5,3 tours du but)",
        "is the least harmful exchange: one white pawn more (5.3 turns from home)",
    ),
}


class TestUsing:
    @pytest.mark.rule("POINT-1", "POINT-17", "POINT-21")
    @pytest.mark.parametrize(("row", "hand", "bank", "use", "fr", "en"), USES.values(), ids=USES)
    def test_what_is_said_of_an_exchange(
        self, row: str, hand: list[str], bank: tuple[int, int], use: str, fr: str, en: str
    ) -> None:
        assert said(duel(row, hand, bank), use) == (fr, en)

    @pytest.mark.rule("POINT-15")
    def test_the_bank_cannot_pay_the_winning_card_of_another(self) -> None:
        given = position(["BBBBBBBWWWWWWW", "WWBW"], [["BB=WWB"], ["BW=WWW"]], bank=(4, 2))
        assert said(table(given), "BB>WWB@1") == (
            (
                "prive le joueur 2 de la victoire : "
                "la banque ne peut plus payer noir-blanc contre blanc-blanc-blanc"
            ),
            (
                "keeps player 2 from winning: "
                "the bank can no longer pay black-white for white-white-white"
            ),
        )

    @pytest.mark.rule("POINT-15")
    def test_nothing_is_left_of_the_colour_that_another_collects(self) -> None:
        given = position(["BBBBBBBWWWWWW", "BWBWB"], [["BB=WWW"], []], bank=(2, 3))
        given["rows"][1] = "BWBWBW"
        assert said(table(given), "BB>WWW@1") == (
            "ne laisse aucun pion blanc à la banque",
            "leaves no white pawn in the bank",
        )


class TestOtherChoices:
    @pytest.mark.rule("POINT-4")
    def test_a_row_with_many_places(self) -> None:
        assert said(tt.new("point", seed="x"), "row BBWWBBWWWWBB") == (
            "donne une place à 13 des 20 lectures de cartes que la banque peut payer",
            "has a place for 13 of the 20 readings of cards that the bank can pay",
        )

    @pytest.mark.rule("POINT-4")
    def test_six_beside_six_are_not_praised(self) -> None:
        assert remark(tt.new("point", seed="x"), "row BBBBBBWWWWWW") is None

    @pytest.mark.rule("POINT-18", "POINT-20")
    def test_a_card_nobody_can_use(self) -> None:
        match = duel("BWBWBWBWBWBW", ["BB=BBB", "BB=WWW", "WW=BBB", "WW=WWW"])
        assert said(match, "discard BB=BBB") == (
            (
                "laisse la carte noir-noir = noir-noir-noir, "
                "que le joueur suivant ne peut pas utiliser"
            ),
            "leaves the card black-black = black-black-black, which the next player cannot use",
        )

    @pytest.mark.rule("POINT-19")
    def test_drawing_rather_than_taking(self) -> None:
        match = duel("BWBBBWBWBWBW", [], offer="BB=WWW", phase="start", bank=(0, 6))
        assert said(match, "draw") == (
            (
                "pioche, car la carte noir-noir = blanc-blanc-blanc "
                "n’ôterait aucun pion blanc de votre rang"
            ),
            (
                "draws, for the card black-black = white-white-white "
                "would not rid your row of any white pawn"
            ),
        )


class TestTeams:
    def four(self, rows: list[str | None], hands: list[list[str]], **parts: Any) -> tt.Match:
        return table(position(rows, hands, **parts), teams=True)

    @pytest.mark.rule("POINT-27")
    def test_a_team_wins(self) -> None:
        stopped = [True, False, False, False]
        match = self.four(
            ["BBBBBBBB", None, "BWB", None],
            [[], [], ["BW=BBB"], []],
            stopped=stopped,
            bank=(4, 4),
            to_move=2,
        )
        assert said(match, "BW>BBB@1") == (
            "rend votre rang tout noir et fait gagner votre équipe",
            "makes your row all black and wins the game for your team",
        )

    @pytest.mark.rule("POINT-30", "POINT-33")
    def test_stopping_and_going_on(self) -> None:
        rows = ["BBBBBBBB", None, None, None]
        match = self.four(rows, [[], [], [], []], phase="pure")
        assert said(match, "stop") == (
            "garde votre rang de huit pions noirs et donne vos cartes à votre partenaire",
            "keeps your row of eight black pawns and hands your cards to your partner",
        )
        assert said(match, "go on") == (
            "continue : avec vos huit pions noirs il en faudrait quatre à votre partenaire",
            "plays on: beside your eight black pawns your partner would need four",
        )

    @pytest.mark.rule("POINT-28")
    def test_regrouping_for_a_better_card(self) -> None:
        useless = ["BB=BBB", "BB=BBB", "BB=BBW", "BB=BBW"]
        hands = [useless, [], ["WW=BBB", "BB=BWB", "BB=BWB"], []]
        match = self.four(["WWBWWBWW", None, None, None], hands, bank=(6, 0))
        move = next(m for m in match.legal_moves() if m.startswith("regroup") and "WW=BBB" in m)
        assert said(match, move) == (
            "prend en main la carte blanc-blanc = noir-noir-noir, qui peut ôter deux pions blancs",
            (
                "takes the card white-white = black-black-black in hand, "
                "which can rid your row of two white pawns"
            ),
        )


def count_of(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS.index(word)


def wrong(match: tt.Match, seat: int, row: str | None = None) -> int:
    """How many unwanted pawns a row of a seat holds."""
    known = match.position()
    pawns: str = known["rows"][seat] if row is None else row
    return len(pawns) - pawns.count(known["colours"][seat])


def exchanged(row: str, use: str) -> str:
    """A row after `WB>BWW@6`, by cutting and pasting text."""
    formula, place = use.removeprefix("take ").split("@")
    give, take = formula.split(">")
    start = int(place) - 1
    assert row[start : start + len(give)] == give
    return row[:start] + take + row[start + len(give) :]


def payable(bank: dict[str, int], formula: str) -> bool:
    give, take = formula.split(">")
    return all(take.count(c) - give.count(c) <= bank[c] for c in "BW")


def after_use(match: tt.Match, move: str) -> tuple[str, dict[str, int]]:
    """The mover's row and the bank after an exchange."""
    known, seat = match.position(), mover(match)
    give, take = move.removeprefix("take ").split("@")[0].split(">")
    bank = {c: known["bank"][c] + give.count(c) - take.count(c) for c in "BW"}
    return exchanged(known["rows"][seat], move), bank


def best_gain(match: tt.Match, seat: int, row: str, bank: dict[str, int], card: str) -> int:
    """The most unwanted pawns that a card can take out of a row."""
    gains = [-99]
    for text in (card, card[::-1]):
        give, take = text.split("=")
        if payable(bank, f"{give}>{take}"):
            gains += [
                wrong(match, seat, row)
                - wrong(match, seat, exchanged(row, f"{give}>{take}@{start + 1}"))
                for start in range(len(row))
                if row[start : start + len(give)] == give
            ]
    return max(gains)


def mover(match: tt.Match) -> int:
    assert match.to_move is not None
    return match.to_move


ASIDE = re.compile(r" \(([0-9.]+) turns from home\)$")


def check_turns(match: tt.Match, move: str, words: str) -> str:
    """What is said without the aside on turns, which must be what the table says."""
    found = ASIDE.search(words)
    if found is not None:
        assert not match.options["teams"]
        row, own = after_use(match, move)[0], match.position()["colours"][mover(match)]
        assert float(found[1]) == int(table_of_turns()[number_of(row, own)]) / 10
    return ASIDE.sub("", words)


def check_makes(match: tt.Match, move: str, words: str) -> None:
    row, seat = after_use(match, move)[0], mover(match)
    assert wrong(match, seat, row) == 0
    result = match.play(move).result
    assert ("wins" in words) == (result is not None)
    assert result is None or seat in result.winners


def check_rids(match: tt.Match, move: str, words: str) -> None:
    gone, left = (count_of(word) for word in (words.split()[4], words.split()[-1]))
    seat, row = mover(match), after_use(match, move)[0]
    assert wrong(match, seat) - wrong(match, seat, row) == gone
    assert wrong(match, seat, row) == left


def check_keeps(match: tt.Match, move: str, words: str) -> None:
    if "your row of" in words and "hands your cards" in words:
        return
    row, bank = after_use(match, move)
    if words.startswith("keeps player"):
        check_thwarts(match, words, bank)
        return
    (card,), count = CARD.findall(words), count_of(words.split(" of ")[1].split()[0])
    hand = list(match.position()["hands"][mover(match)])
    formula = move.split("@")[0].replace(">", "=")
    if not move.startswith("take"):
        hand.remove(formula if formula in hand else formula[::-1])
    assert card in hand
    assert best_gain(match, mover(match), row, bank, card) == count


def check_thwarts(match: tt.Match, words: str, bank: dict[str, int]) -> None:
    rival, formula = int(words.split("player ")[1][0]) - 1, words.split()[-1]
    known = match.position()
    card = formula.replace(">", "=")
    assert {card, card[::-1]} & set(known["hands"][rival])
    assert payable(known["bank"], formula)
    assert not payable(bank, formula)
    row = known["rows"][rival]
    give = formula.split(">")[0]
    starts = [k for k in range(len(row)) if row[k:].startswith(give)]
    ends = [exchanged(row, f"{formula}@{k + 1}") for k in starts]
    assert any(wrong(match, rival, end) == 0 for end in ends)


def check_prepares(match: tt.Match, move: str, words: str) -> None:
    row, bank = after_use(match, move)
    card = words.split("win: ")[1].split()[0].replace(">", "=")
    hand = match.position()["hands"][mover(match)]
    assert {card, card[::-1]} & set(hand)
    seat = mover(match)
    assert best_gain(match, seat, row, bank, card) == wrong(match, seat, row)


def check_leaves(match: tt.Match, move: str, words: str) -> None:
    if words.startswith("leaves no"):
        colour = "B" if "black" in words else "W"
        assert match.position()["bank"][colour] > 0
        assert after_use(match, move)[1][colour] == 0
        return
    card = CARD.findall(words)[0]
    assert any(e["type"] == "set_aside" and e["card"] == card for e in match.play(move).events())


def check_gathers(match: tt.Match, move: str, words: str) -> None:
    seat = mover(match)
    own = match.position()["colours"][seat]
    rows = (match.position()["rows"][seat], after_use(match, move)[0])
    had, has = (sum(pawn != own for pawn, _ in groupby(row)) for row in rows)
    assert has < had
    assert has == count_of(words.split("into ")[1].split()[0])


def check_least(match: tt.Match, move: str, words: str) -> None:
    seat, uses = mover(match), [m for m in match.legal_moves() if ">" in m]
    burdens = [wrong(match, seat, after_use(match, use)[0]) for use in uses]
    assert wrong(match, seat, after_use(match, move)[0]) == min(burdens), words


def check_draws(match: tt.Match, move: str, words: str) -> None:
    known = match.position()
    assert move == "draw"
    for card in CARD.findall(words):
        assert known["offer"] == card
        row = known["rows"][mover(match)]
        assert best_gain(match, mover(match), row, known["bank"], card) <= 0


def check_adds(match: tt.Match, move: str, words: str) -> None:
    own, seat = match.position()["colours"][mover(match)], mover(match)
    row, after = match.position()["rows"][seat], after_use(match, move)[0]
    assert after.count(own) - row.count(own) == count_of(words.split()[1])
    assert wrong(match, seat, after) <= wrong(match, seat)


def check_discards(match: tt.Match, move: str, words: str) -> None:
    (card,) = CARD.findall(words)
    row = match.position()["rows"][mover(match)]
    assert move.split()[-1] == card
    assert not any(text.split("=")[0] in row for text in (card, card[::-1]))


def check_uses_up(match: tt.Match, move: str, words: str) -> None:
    result = match.play(move).result
    assert result is not None
    assert result.reason in words
    assert mover(match) in result.winners


CHECKS: dict[str, Callable[[tt.Match, str, str], None]] = {
    "makes": check_makes,
    "rids": check_rids,
    "keeps": check_keeps,
    "prepares": check_prepares,
    "leaves": check_leaves,
    "gathers": check_gathers,
    "is": check_least,
    "draws,": check_draws,
    "adds": check_adds,
    "discards": check_discards,
    "uses": check_uses_up,
}


UNCHECKED = ("plays", "has", "takes", "gives")
"""What is shown above."""


@pytest.mark.parametrize("bank", ["empty", "box"])
@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_what_is_said_is_true(players: int, teams: bool, bank: str) -> None:
    options = {"players": players, "teams": teams, "bank": bank, "rows": "random"}
    dice, seen = random.Random(f"{options}"), set()
    for number in range(2):
        match = tt.new("point", options, seed=f"true {number}")
        while match.to_move is not None:
            moves = match.legal_moves()
            for move in dice.sample(moves, min(3, len(moves))) if dice.random() < 0.5 else ():
                text = remark(match, move)
                verb = text.en.split()[0] if text else ""
                seen.add(verb)
                if text and verb not in UNCHECKED:
                    told = check_turns(match, move, text.en)
                    CHECKS[verb](match, move, notated(told))
            match = match.play(dice.choice(moves))
    assert {"rids", "keeps", "gathers"} <= seen
