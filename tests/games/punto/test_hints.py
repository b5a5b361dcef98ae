"""Why a placement of Punto is good: the sentences, and that they are true.

The checks know nothing of bitboards: they read the sentence and look at the cards of a position.
"""

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

import tabletier as tt
from tests.games.punto.boards import CARDS, MODES, SIDES, table, winning
from tests.games.punto.games import STYLES
from tests.games.remarks import remark, said

Tops = dict[tuple[int, int], str]
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
NEEDED = {2: 5, 3: 4, 4: 4}
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
PLACE = re.compile(r"\b([a-k])(\d{1,2})\b")


# A drawn table, the first seat's card and move, and what is said of it; no words: nothing is said.
SAID: dict[str, tuple[str, str, str, str, str]] = {
    "a line wins the round": (
        *("M3", "*r1 r2 r3\ng4 . .", "r9@3,0"),
        "complète une ligne de quatre cartes rouges et gagne la manche",
        "completes a line of four red cards and wins the round",
    ),
    "winning comes before blocking": (
        *("M3", "*r1 r2 r3 g1 g2 g3", "r9@3,0"),
        "complète une ligne de quatre cartes rouges et gagne la manche",
        "completes a line of four red cards and wins the round",
    ),
    "a line of neutral cards wins nothing": (*("M3", "*y1 y2 y3\ng4 . .", "y9@3,0"), "", ""),
    "blocking on the place that is missing": (
        *("M3", "*g1 g2 g3\nr1 . .", "r9@3,0"),
        "bloque les trois cartes vertes du camp 2",
        "blocks side 2’s three green cards",
    ),
    "not with a card that they can cover": (*("M3", "*g1 g2 g3\nr1 . .", "r2@3,0"), "", ""),
    "blocking by covering a card of the line": (
        *("M3", "*g9 g2 g9\nr1 . .", "r3@1,0"),
        "couvre le 2 vert : les trois cartes vertes du camp 2 ne font plus de ligne",
        "covers the green 2: side 2’s three green cards make no line any more",
    ),
    "blocking by fixing the square": (
        *("M3", "*g9 g8 g9 r9 b9", "r1@5,0"),
        "met hors du carré la place e6 : une ligne verte du camp 2 pouvait y finir",
        "puts the place e6 outside the square: side 2’s green line could have ended there",
    ),
    "the side that plays first is named first": (
        *("M4", "b1 .\nb2 .\nb3 .\n. *r1\ng1 .\ng2 .", "r9@-1,0"),
        "bloque les trois cartes bleues du camp 3",
        "blocks side 3’s three blue cards",
    ),
    "a place that would have made three": (
        *("M2", "*b1 b2\nr1 .", "r9@2,0"),
        "prend une place qui aurait aligné trois cartes bleues pour le camp 2",
        "takes a place that would have lined up three blue cards for side 2",
    ),
    "two in line are broken up": (
        *("M2", "*b1 b9 r1", "r2@0,0"),
        "couvre le 1 bleu du camp 2 et défait un alignement de deux cartes bleues",
        "covers side 2’s blue 1 and breaks up two blue cards in line",
    ),
    "a single card is covered": (
        *("M3", "*b1 g9", "r3@0,0"),
        "couvre le 1 bleu du camp 3",
        "covers side 3’s blue 1",
    ),
    "a line open on both sides": (
        *("M3", "*r1 r2\ng9 .", "r9@-1,0"),
        "menace de finir une ligne rouge à deux endroits : d6, h6",
        "threatens to finish a red line in two places: d6, h6",
    ),
    "one place is missing": (
        *("M3", "g9 *r1 r2", "r9@2,0"),
        "prépare une ligne rouge : il n’y manque que la place i6",
        "prepares a red line: only the place i6 is missing",
    ),
    "two in line": (
        *("M3", "*r1 g9", "r9@0,1"),
        "aligne deux cartes rouges",
        "lines up two red cards",
    ),
    "cards of a line with gaps": (
        *("M2", "*r1 b1 .", "r9@2,0"),
        "réunit deux des cinq cartes d’une ligne rouge encore possible",
        "brings together two of the five cards of a red line that is still possible",
    ),
    "the columns are all there": (
        *("M3", "*b9 g8 b8 g9 y9", "y1@5,0"),
        "fixe les six colonnes du carré",
        "fixes the six columns of the square",
    ),
    "the rows are all there": (
        *("M3", "y9\ng9\nb8\ng8\n*b9", "y1@0,-1"),
        "fixe les six rangées du carré",
        "fixes the six rows of the square",
    ),
    "no line where the square has no room for it": (
        *("M2", "*r1 y9 b8 y8 b9", "r9@-1,0"),
        "fixe les six colonnes du carré",
        "fixes the six columns of the square",
    ),
    "a higher card on an own one": (
        *("M3", "*r1 g9", "r9@0,0"),
        "renforce votre carte : le 9 rouge se couvre moins bien que le 1 rouge",
        "strengthens your card: the red 9 is harder to cover than the red 1",
    ),
}


@pytest.mark.rule("PUNTO-12", "PUNTO-13", "PUNTO-14", "PUNTO-15")
@pytest.mark.parametrize(("mode", "drawing", "move", "fr", "en"), SAID.values(), ids=SAID)
def test_what_is_said_of_a_move(mode: str, drawing: str, move: str, fr: str, en: str) -> None:
    match = table(mode, drawing, {0: move[:2]})
    assert move in match.legal_moves()
    assert (remark(match, move) or ("", "")) == (fr, en)


class TestOtherTables:
    @pytest.mark.rule("PUNTO-2")
    def test_a_line_may_win_the_match(self) -> None:
        match = table("M2", "*r1 r2 r3 r4 b1", {0: "r9"}, rounds_to_win=1)
        assert said(match, "r9@4,0") == (
            "complète une ligne de cinq cartes rouges et gagne la manche et la partie",
            "completes a line of five red cards and wins the round and the match",
        )

    @pytest.mark.rule("PUNTO-20")
    def test_a_round_may_be_blocked_and_won(self) -> None:
        match = table("T8", "*r1 r2 r3 g8\ng5 . . .", {0: "r4"}, empty_pile=1)
        assert said(match, "r4@1,-1") == (
            "bloque la manche, et vos lignes de trois cartes la gagnent",
            "blocks the round, and your lines of three cards win it",
        )

    @pytest.mark.rule("PUNTO-20", "PUNTO-22")
    def test_nothing_is_said_of_blocking_a_round_that_others_win(self) -> None:
        match = table("T8", "*b1 b2 b3 g8\ng5 r1 y2 r3", {0: "r4"}, empty_pile=1)
        blocked = match.play("r4@0,1")
        assert winning(blocked) == (2, "b3")
        assert remark(match, "r4@0,1") is None

    @pytest.mark.rule("PUNTO-26")
    def test_an_expert_keeps_the_higher_card(self) -> None:
        hands = {0: "r2 r9", 1: "g1 g2", 2: "b1 b2"}
        match = table("M3", "*y3 g9", hands, expert=True)
        assert said(match, "r2@0,1") == (
            "garde en main le 9 rouge, plus fort",
            "keeps the red 9, which is higher, in hand",
        )

    @pytest.mark.rule("PUNTO-11")
    def test_the_first_card_of_a_round(self) -> None:
        match = tt.new("punto", seed="first")
        assert said(match, match.legal_moves()[0]) == (
            "ouvre la manche au milieu de la table",
            "opens the round in the middle of the table",
        )


def tops(match: tt.Match) -> Tops:
    board = match.position()["board"]
    return {tuple(map(int, place.split(","))): cards[-1] for place, cards in board.items()}  # type: ignore[misc]


def laid(match: tt.Match, move: str) -> Tops:
    """The cards one sees after a move, also when it ended a round."""
    card, place = move.split("@")
    return {**tops(match), tuple(map(int, place.split(","))): card}  # type: ignore[dict-item]


def longest(cards: Tops, place: tuple[int, int], letter: str) -> int:
    """The longest line through a place if a card of this colour lay on it."""
    best = 1
    for dx, dy in WAYS:
        count = 1
        for sign in (1, -1):
            x, y = place[0] + sign * dx, place[1] + sign * dy
            while cards.get((x, y), " ")[0] == letter:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        best = max(best, count)
    return best


def unseen(match: tt.Match, seat: int) -> Counter[str]:
    """The cards that neither lie on the table nor are trophies nor in the seat's hand."""
    known = match.view(seat)["table"]
    shown = Counter(card for cards in known["board"].values() for card in cards)
    shown.update(card for cards in known["trophies"] for card in cards)
    return Counter(dict.fromkeys(CARDS, 2)) - shown


def fits(cards: Tops, card: str, place: tuple[int, int]) -> bool:
    """PUNTO-9. Whether a card may be laid on a place."""
    if place in cards:
        return card[1] > cards[place][1]
    touches = any(max(abs(x - place[0]), abs(y - place[1])) == 1 for x, y in cards)
    spans = [max(n) - min(n) for n in zip(*cards, place, strict=True)]
    return touches and max(spans) < 6


def finishing(
    match: tt.Match, cards: Tops, side: int, place: tuple[int, int], letters: str = "rgby"
) -> bool:
    """Whether a side may hold a card, of one of these colours, that completes a line on a place."""
    assert match.to_move is not None
    known = match.position()
    needed = NEEDED[len(known["rounds_won"])]
    return any(
        known["colours"][card[0]] == side
        and card[0] in letters
        and fits(cards, card, place)
        and longest(cards, place, card[0]) >= needed
        for card in unseen(match, match.to_move)
    )


def places_in(words: str) -> list[tuple[int, int]]:
    """The places that a sentence names: e8; the first card lies on f6."""
    return [(ord(file) - ord("f"), int(rank) - 6) for file, rank in PLACE.findall(words)]


def place_of(move: str) -> tuple[int, int]:
    x, y = move.split("@")[1].split(",")
    return int(x), int(y)


def colour_in(words: str) -> str:
    """The letter of the colour that a sentence names."""
    return next(colour[0] for colour in ("red ", "green", "blue", "yellow") if colour in words)


def side_in(words: str) -> int:
    """The side that a sentence names; people count from one."""
    found = re.search(r"\bside (\d)", words)
    assert found is not None
    return int(found[1]) - 1


def own_side(match: tt.Match) -> int:
    assert match.to_move is not None
    return match.to_move % len(match.position()["rounds_won"])


def check_completes(match: tt.Match, move: str, words: str) -> None:
    after, side = match.play(move), own_side(match)
    assert after.position()["rounds_won"][side] == match.position()["rounds_won"][side] + 1
    assert words.endswith("match") == (after.result is not None)
    assert any(event["type"] == "line" for event in after.events())
    assert NUMBERS.index(words.split()[4]) == longest(laid(match, move), place_of(move), move[0])


def check_blocks(match: tt.Match, move: str, words: str) -> None:
    if "the round" in words:
        after, side = match.play(move), own_side(match)
        assert after.position()["rounds_won"][side] == match.position()["rounds_won"][side] + 1
        return
    side, place = side_in(words), (places_in(words) or [place_of(move)])[0]
    assert side != own_side(match)
    assert finishing(match, tops(match), side, place, colour_in(words)), (move, words)
    assert not finishing(match, laid(match, move), side, place, colour_in(words)), (move, words)


def check_covers(match: tt.Match, move: str, words: str) -> None:
    place, cards = place_of(move), tops(match)
    under = cards[place]
    side = side_in(words)
    assert match.position()["colours"][under[0]] == side != own_side(match)
    if "no line any more" in words:
        spots = {(x + dx, y + dy) for x, y in cards for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        before, after = (
            {spot for spot in spots if finishing(match, board, side, spot, under[0])}
            for board in (cards, laid(match, move))
        )
        assert before - after
    if "breaks up" in words:
        count = NUMBERS.index(words.split("breaks up ")[1].split()[0])
        assert longest(cards, place, under[0]) == count


def check_places(match: tt.Match, move: str, words: str) -> None:
    for place in places_in(words):
        assert finishing(match, laid(match, move), own_side(match), place), (move, words)


def check_takes(match: tt.Match, move: str, words: str) -> None:
    place = place_of(move)
    colour = colour_in(words)
    count = NUMBERS.index(words.split("lined up ")[1].split()[0])
    assert match.to_move is not None
    assert longest(tops(match), place, colour) == count
    left = [card for card in unseen(match, match.to_move) if card[0] == colour]
    assert any(fits(tops(match), card, place) for card in left)
    assert not any(fits(laid(match, move), card, place) for card in left)


def check_gathers(match: tt.Match, move: str, words: str) -> None:
    place, cards = place_of(move), laid(match, move)
    count = NUMBERS.index(words.split()[2])
    assert match.position()["colours"][move[0]] == own_side(match)
    if words.startswith("lines"):
        assert longest(cards, place, move[0]) == count
    else:
        needed = NUMBERS.index(words.split("of the ")[1].split()[0])
        assert count in gathered(cards, place, move[0], needed)


def gathered(cards: Tops, place: tuple[int, int], letter: str, needed: int) -> set[int]:
    """How many cards of a colour lie in each row of places that could be a line through this."""
    return {
        sum(
            cards.get((place[0] + k * dx, place[1] + k * dy), " ")[0] == letter
            for k in range(first, first + needed)
        )
        for dx, dy in WAYS
        for first in range(1 - needed, 1)
    }


def check_keeps(match: tt.Match, move: str, words: str) -> None:
    assert match.to_move is not None
    hand = match.view(match.to_move)["table"]["hands"][match.to_move]
    assert any(card[1] > move[1] and card[1] in words for card in hand)


def check_fixes(match: tt.Match, move: str, words: str) -> None:
    axis = 0 if "columns" in words else 1
    before, after = ({place[axis] for place in cards} for cards in (tops(match), laid(match, move)))
    assert max(before) - min(before) < 5
    assert max(after) - min(after) == 5


CHECKS: dict[str, Callable[[tt.Match, str, str], None]] = {
    "completes": check_completes,
    "blocks": check_blocks,
    "puts": check_blocks,
    "covers": check_covers,
    "threatens": check_places,
    "prepares": check_places,
    "takes": check_takes,
    "lines": check_gathers,
    "brings": check_gathers,
    "keeps": check_keeps,
    "fixes": check_fixes,
}


OPINIONS = ("opens", "strengthens")
"""What cannot be checked, or needs no check."""


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("mode", list(SIDES))
def test_what_is_said_is_true(mode: str, expert: bool) -> None:
    dice, seen = random.Random(f"{mode} {expert}"), set()
    for number in (1, 0) if expert else (1,):
        options = {**MODES[mode], "expert": expert}
        match = tt.new("punto", options, seed=f"true {number}")
        while match.to_move is not None:
            moves = match.legal_moves() if dice.random() < 0.2 else ()
            for move in dice.sample(moves, min(4, len(moves))):
                text = remark(match, move)
                verb = text.en.split()[0] if text else ""
                seen.add(verb)
                if text and verb not in OPINIONS:
                    CHECKS[verb](match, move, text.en)
            match = match.play(STYLES[number](dice, match))
    assert {"covers", "prepares"} <= seen
