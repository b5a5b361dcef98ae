"""Pictures of matches: well-formed, true to the view they are drawn from, and nothing more."""

import json
import random
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import tabletier as tt
from tabletier.games.kernel.diagram import (
    USUAL,
    Cell,
    Diagram,
    Mark,
    Note,
    Piece,
    as_json,
    diagram_of,
    grid,
    marks_of,
    named_cells,
)
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.match.drawing import draw, last_cells, png
from tabletier.match.match import Match

CROSS = Mark("red", "diamond", "x")
NAME = Text("une croix", "a cross")


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if "text" in node.tag]


def counted(svg: str, tag: str) -> int:
    return sum(node.tag.endswith(tag) for node in ElementTree.fromstring(svg).iter())


def played(key: str, moves: int, seed: str = "drawn") -> Match:
    match, dice = tt.new(key, seed=seed), random.Random(seed)
    for _ in range(moves):
        if match.to_move is None:
            break
        match = match.play(dice.choice(match.legal_moves()))
    return match


class TestTheDrawing:
    def test_a_side_is_told_apart_by_colour_shape_and_letter(self) -> None:
        one, two = Mark("red", "circle", "r"), Mark("blue", "square", "b")
        cells, edges = grid("ab", "1")
        pieces = (Piece("a1", one, NAME), Piece("b1", two, NAME))
        svg = draw(Diagram(cells, pieces, edges=edges), "Toy", "en")
        assert {"r", "b"} <= set(texts(svg))
        assert counted(svg, "circle") == 1
        assert counted(svg, "rect") == 1 + 2 + 1
        assert 'fill="#c2332b"' in svg
        assert 'fill="#1f5fa8"' in svg

    def test_what_a_game_writes_cannot_break_the_picture(self) -> None:
        odd = Text("<b>&", "<b>&")
        diagram = Diagram((Cell("a", 0, 0, label='"<'),), notes=(Note(odd, (CROSS,)),))
        assert "<b>&" in texts(draw(diagram, "</title>", "fr"))

    def test_a_game_without_cells_is_drawn_as_its_lines_of_text(self) -> None:
        bare = replace(find(keys()[0]), diagram=None)
        match = tt.new(bare.key, seed="x")
        diagram = diagram_of(bare, match.view(None)["table"])
        assert diagram.picture is not None
        assert "[/]" not in diagram.picture.en
        lines = texts(draw(diagram, "Toy", "en"))
        assert lines == diagram.picture.en.splitlines()

    def test_whoever_sits_at_the_top_sees_the_board_turned(self) -> None:
        cells, edges = grid("ab", "12")
        diagram = Diagram(cells, (Piece("a1", CROSS, NAME),), edges=edges)
        straight, turned = (draw(diagram, "Toy", "en", turned=way) for way in (False, True))
        places = [
            next(node for node in ElementTree.fromstring(svg).iter() if node.text == "x").attrib
            for svg in (straight, turned)
        ]
        assert float(places[0]["x"]) < float(places[1]["x"])
        assert float(places[0]["y"]) > float(places[1]["y"])
        assert sorted(texts(straight)) == sorted(texts(turned))

    def test_a_png_of_it_is_as_wide_as_asked_for(self) -> None:
        picture = png(played(keys()[0], 4).svg(), 320)
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(picture[16:20]) == 320


@pytest.mark.parametrize("key", keys())
class TestMatches:
    def test_a_notebook_shows_the_board_and_what_is_to_be_done(self, key: str) -> None:
        match = played(key, 5)
        html = match._repr_html_()
        assert match.svg() in html
        assert f"Player {(match.to_move or 0) + 1}:" in html
        ElementTree.fromstring(html)

    def test_a_finished_match_says_who_has_won(self, key: str) -> None:
        match = played(key, 9).draw_by_agreement()
        assert "The game is a draw (by agreement)." in match._repr_html_()

    def test_it_is_drawn_in_both_languages(self, key: str) -> None:
        match = played(key, 5)
        french, english = match.svg(0, "fr"), match.svg(0, "en")
        shapes = ("circle", "polygon", "rect")
        assert [counted(french, tag) for tag in shapes] == [counted(english, tag) for tag in shapes]

    def test_a_seat_that_is_not_there_is_refused(self, key: str) -> None:
        with pytest.raises(tt.NoSuchSeat):
            played(key, 1).svg(99)

    def test_the_last_move_is_outlined_unless_it_is_secret(self, key: str) -> None:
        match = tt.new(key, seed="last")
        shown = 0
        for _ in range(20):
            secret = match.secret
            match = match.play(match.legal_moves()[-1])
            cells = last_cells(match, diagram_of(find(key), match.view(None)["table"]))
            assert not (secret and cells)
            shown += bool(cells)
        assert shown


def test_a_secret_row_is_in_nobody_elses_picture() -> None:
    """Two worlds that differ in a secret choice give every other onlooker one picture."""
    for key in keys():
        start = tt.new(key, seed="secret")
        if not start.secret:
            continue
        moves = start.legal_moves()
        one, other = start.play(moves[0]), start.play(moves[-1])
        assert one.secret
        assert one.svg(None) == other.svg(None)
        assert one.svg(1) == other.svg(1)
        assert one.svg(0) != other.svg(0)


@pytest.mark.parametrize(
    ("text", "cells", "named"),
    [
        ("c3xe5xg5", ["c3", "e5", "g5"], ("c3", "e5", "g5")),
        ("3@a4", ["a4", "a1"], ("a4",)),
        ("e1-e10", ["e1", "e10"], ("e1", "e10")),
        ("r5@-1,2", ["1,2", "-1,2"], ("-1,2",)),
        ("12", ["1", "2", "12"], ("12",)),
        ("discard a", ["a", "d"], ("a",)),
        ("pass", ["a1"], ()),
        ("pass", [], ()),
    ],
)
def test_cells_are_found_in_a_moves_text(text: str, cells: list[str], named: Any) -> None:
    assert named_cells(text, cells) == named


def test_sides_without_marks_get_usual_ones_that_all_differ() -> None:
    cells = (Cell("a", 0, 0),)
    assert marks_of(Diagram(cells, marks=((CROSS,), ())), 3) == ((CROSS,), (USUAL[1],), (USUAL[2],))
    assert len({mark.colour for mark in USUAL}) == len({mark.letter for mark in USUAL}) == 7


def test_a_diagram_is_plain_data_with_sentences_in_both_languages() -> None:
    cells = (Cell("a", 0, 0, name=Text("le trou", "the hole")),)
    plain = as_json(Diagram(cells, (Piece("a", CROSS, NAME),)))
    assert json.loads(json.dumps(plain)) == plain
    assert plain["cells"][0]["name"] == {"fr": "le trou", "en": "the hole"}
    assert plain["pieces"][0]["mark"] == {"colour": "red", "shape": "diamond", "letter": "x"}
