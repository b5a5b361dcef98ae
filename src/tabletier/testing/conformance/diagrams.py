"""The board as data: cells apart from each other, pieces on them, moves that name them."""

import json
from xml.etree import ElementTree

import pytest

from tabletier.games.kernel.diagram import Diagram, as_json, diagram_of, touched
from tabletier.match.drawing import last_cells
from tabletier.match.match import Match
from tabletier.testing.conformance.sentences import is_said
from tabletier.testing.conformance.tables import Trial

pytestmark = pytest.mark.clause("diagram, touches")


def drawn(table: Trial, match: Match, seat: int | None) -> Diagram:
    return diagram_of(table.game, match.view(seat)["table"])


def check_diagram(table: Trial, diagram: Diagram) -> None:
    ids = [cell.id for cell in diagram.cells]
    assert len(set(ids)) == len(ids), "diagram: every cell has an id of its own"
    assert len({(cell.x, cell.y) for cell in diagram.cells}) == len(ids)
    stands = {piece.cell for piece in diagram.pieces}
    assert stands <= set(ids), "diagram: every piece stands on a cell of the board"
    assert set(diagram.lit) <= set(ids)
    assert len(diagram.marks) in (0, len(table.game.teams(table.options)))
    stacks = [(piece.cell, piece.level) for piece in diagram.pieces]
    assert len(set(stacks)) == len(stacks)
    said = [piece.name for piece in diagram.pieces] + [note.text for note in diagram.notes]
    said += [cell.name for cell in diagram.cells if cell.name is not None]
    assert all(map(is_said, said))
    plain = as_json(diagram)
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def check_marks(diagram: Diagram) -> None:
    """Two marks that differ, differ in colour, in shape and letter; unless a ring tells."""
    marks = {piece.mark for piece in diagram.pieces if not piece.ring}
    for part in ("colour", "shape", "letter"):
        told = len({getattr(mark, part) for mark in marks}) == len(marks)
        assert told, f"diagram: marks that differ, differ in their {part}"


def test_every_onlooker_gets_a_diagram(wide_table: Trial) -> None:
    onlookers = wide_table.onlookers
    matches = wide_table.whole_match("wide")
    step = max(1, len(matches) // 60)
    for number, match in enumerate((*matches[::step], matches[-1])):
        everybody = match is matches[0] or match is matches[-1]
        for seat in onlookers if everybody else (onlookers[number % len(onlookers)],):
            diagram = drawn(wide_table, match, seat)
            check_diagram(wide_table, diagram)
            check_marks(diagram)


def test_moves_touch_cells_of_the_board(table: Trial) -> None:
    game = table.game
    for match in table.sample(12):
        known = {cell.id for cell in drawn(table, match, match.to_move).cells}
        for steps in match._choices().values():
            cells = set(touched(game, known, match._state, steps))
            assert cells <= known, "touches: cells of the diagram"


def test_the_picture_is_drawn_and_the_last_move_outlined(table: Trial) -> None:
    for match in table.sample(6):
        ElementTree.fromstring(match.svg(match.to_move))
        diagram = drawn(table, match, None)
        assert set(last_cells(match, diagram)) <= {cell.id for cell in diagram.cells}


def test_the_diagram_changes_when_the_board_does(table: Trial) -> None:
    matches = table.whole_match()
    assert len({drawn(table, match, None) for match in matches}) > len(matches) // 3
