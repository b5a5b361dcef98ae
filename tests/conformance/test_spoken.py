"""What people are told is said as players say it, not as moves are written."""

import random

import pytest

import tabletier as tt
from tabletier.games.kernel.steps import turns
from tabletier.games.kernel.text import Text
from tabletier.match.sentences import happenings
from tabletier.testing.conformance.moves import texts_of
from tabletier.testing.conformance.mutations import mutated_text
from tabletier.testing.conformance.remarks import remark
from tabletier.testing.conformance.tables import Trial
from tabletier.testing.conformance.walks import walked
from tests.conformance.spoken import quoted

STATES = 12
MUTATIONS = 120


def test_refusals_quote_no_notation(table: Trial) -> None:
    dice, texts, refused = random.Random(str(table)), texts_of(table), 0
    for match in table.sample(STATES):
        moves = match.legal_moves()
        for _ in range(MUTATIONS):
            text = mutated_text(dice, texts)
            refusal = match.explain(text)
            if refusal is not None and refusal.code == tt.IllegalMove.code:
                refused += 1
                assert quoted(refusal.text, {text, *moves}) == [], (text, refusal.text)
    assert refused > STATES


def test_what_happened_is_told_without_notation(table: Trial) -> None:
    for match in table.whole_match():
        for seat in table.onlookers:
            for text in happenings(match, seat):
                assert quoted(text, [*match.legal_moves(), *match.moves[-1:]]) == [], text


def test_remarks_quote_no_notation(table: Trial) -> None:
    for node in [node for node in walked(table) if node.seat >= 0][::4]:
        said = remark(table.game, node.state, turns(table.game, node.state)[0])
        assert said is None or quoted(said, ()) == [], said


@pytest.mark.parametrize(
    "sentence",
    [
        *("Le coup r5@0,0 est refusé.", "En 1,-2 il y a une carte.", "Donnez WB et prenez BWW."),
        *("De la carte WB=BWW.", "Il lui manque 1 W.", "Jouez c3xe5.", "Jouez e9-e7 ou pass."),
    ],
)
def test_a_sentence_that_quotes_moves_is_found(sentence: str) -> None:
    assert quoted(Text(sentence, "Nothing."), ["e9-e7", "pass"]) != []
    assert quoted(Text("La case e5 : l’Ex*pion (EXPION-9).", "A 5, on e5."), ["e9-e7"]) == []
