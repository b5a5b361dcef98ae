"""A match as a picture: lines of text, SVG drawn from the game's own diagram, the same as PNG.

Everything comes out of one seat's view, so nothing hidden can appear. Sides are told apart by
colour, by the shape of their pieces and by a letter.
"""

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any, cast

from tabletier.games.kernel.contract import CHANCE, OVER, Steps
from tabletier.games.kernel.diagram import (
    Cell,
    Diagram,
    Edge,
    Mark,
    Piece,
    as_json,
    diagram_of,
    marks_of,
    touched,
)
from tabletier.games.kernel.text import Language

if TYPE_CHECKING:
    from tabletier.match.match import Match

UNIT = 48.0
MARGIN = 16.0
LINE = 20.0
LETTER = 7.6
"""About how wide a letter of a note is."""
COLOURS = {
    "red": "#c2332b",
    "blue": "#1f5fa8",
    "green": "#1b7a4b",
    "yellow": "#e0a100",
    "brown": "#6b3a1c",
    "dark": "#33302c",
    "light": "#fbf6ea",
}
ON_COLOUR = {"yellow": "#2a211a", "light": "#2a211a"}
GROUNDS = {
    "light": "#eadcc2",
    "dark": "#d3b98f",
    "home": "#d9d3b4",
    "special": "#f0c9a8",
    "free": "#fbf8f0",
}
PAPER, INK, FAINT, LIT = "#fffdf8", "#2a211a", "#6d5f50", "#d1661d"
FONTS = "system-ui,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"
FIXED = "ui-monospace,'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace"
LIFT = 4.0
"""By how much each piece of a stack leaves the edge of the one under it visible."""


class Drawn:
    """What a match is drawn with."""

    def __str__(self) -> str:
        return printed(cast("Match", self))

    def svg(self, seat: int | None = None, language: Language = "en") -> str:
        """The table as SVG, as a seat (None: a spectator) may see it."""
        return svg_of(cast("Match", self), seat, language)

    def _repr_html_(self) -> str:
        """The match in a notebook."""
        return html_of(cast("Match", self))


def printed(match: "Match", language: Language = "en") -> str:
    """The table as the seat to move (or a spectator) sees it, and whose turn it is."""
    from rich.text import Text as Markup

    seat = match.to_move
    view = match.view(seat if seat is not None and seat != CHANCE else None)
    picture = Markup.from_markup(match._game.picture(view["table"], language)).plain
    lines = [_summary(match, language), "", *(line.rstrip() for line in picture.splitlines())]
    return "\n".join(lines)


def _summary(match: "Match", language: Language) -> str:
    name, count = match._game.name.say(language), len(match.moves)
    french = language == "fr"
    made = (f"{count} coup" if french else f"{count} move") + "s" * (count != 1)
    return f"{name}, {made}, {_turn(match, french)}"


def _turn(match: "Match", french: bool) -> str:
    result, seat = match.result, match.to_move
    if result is not None:
        won = ", ".join(str(winner + 1) for winner in result.winners)
        if not won:
            return f"nulle ({result.reason})" if french else f"drawn ({result.reason})"
        return ("gagné par le joueur" if french else "won by player") + f" {won} ({result.reason})"
    if seat == CHANCE:
        return "un tirage est à faire" if french else "a draw is due"
    player = (seat or 0) + 1
    return f"joueur {player} (place {seat})" if french else f"player {player} (seat {seat}) to move"


def svg_of(match: "Match", seat: int | None, language: Language) -> str:
    """The table as a seat, or a spectator, sees it; the cells of the last move are outlined."""
    game = match._game
    diagram = diagram_of(game, match.view(seat)["table"])
    turned = seat in diagram.upside_down
    return draw(diagram, game.name.say(language), language, last_cells(match, diagram), turned)


def html_of(match: "Match") -> str:
    """A match in a notebook: the board as everybody sees it, and what is to be done or was won."""
    from tabletier.match.sentences import ending

    if match.to_move == CHANCE:
        state = "A draw is due."
    elif match.result is None:
        state = f"Player {(match.to_move or 0) + 1}: {match.ask().en}"
    else:
        state = ending(match.game, match.result.winners, match.result.reason).en
    caption = f"{match._game.name.en}, {len(match.moves)} moves. {state}"
    return (
        f'<figure style="margin:0;max-width:40em">{svg_of(match, None, "en")}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def png(svg: str, width: int | None = None) -> bytes:
    """A drawing as PNG, so many pixels wide."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def table_of(match: "Match", seat: int | None, moves: bool = True) -> dict[str, Any]:
    """The table as a seat may see it, with all that a page needs to draw it.

    For a game that the page has no board for, that is the game's diagram, the cells of the last
    move and, for whoever may know them, the cells that each legal move touches (with `moves`).
    """
    view: dict[str, Any] = match.view(seat)["table"]
    game = match._game
    if game.own_board:
        return view
    diagram = diagram_of(game, view)
    full = replace(diagram, marks=marks_of(diagram, len(match.teams)))
    drawn = as_json(full) | {"last": list(last_cells(match, diagram)), "touches": {}}
    if moves and match.to_move is not None and (seat == match.to_move or is_open(match)):
        known = [cell.id for cell in diagram.cells]
        drawn["touches"] = {
            text: list(touched(game, known, match._state, steps))
            for text, steps in match._choices().items()
        }
    return {**view, "diagram": drawn}


def is_open(match: "Match") -> bool:
    """Whether everybody may know everything, the moves that can be made included."""
    return not match.secret and not match._game.hidden(match.view(None)["table"])


def last_cells(match: "Match", diagram: Diagram) -> tuple[str, ...]:
    """The cells that the last move touched, unless it was made in secret."""
    game, made = match._game, match._last
    if not match.moves or not made or game.secret(made[0].before):
        return ()
    seats = [game.rules.to_move(done.before) for done in made]
    steps: Steps = tuple(
        done.step for done, seat in zip(made, seats, strict=True) if seat not in (CHANCE, OVER)
    )
    known = {cell.id for cell in diagram.cells}
    found = touched(game, known, made[0].before, steps) if steps else ()
    return tuple(cell for cell in found if cell in known)


def draw(
    diagram: Diagram,
    title: str,
    language: Language,
    last: tuple[str, ...] = (),
    turned: bool = False,
) -> str:
    """A diagram as SVG."""
    paper = _Paper(diagram, turned)
    parts = [paper.cell(cell) for cell in diagram.cells]
    parts += [paper.ring(cell) for cell in diagram.cells if cell.id in {*diagram.lit, *last}]
    parts += [paper.piece(piece) for piece in sorted(diagram.pieces, key=lambda one: one.level)]
    parts += [paper.edge(edge) for edge in diagram.edges]
    top = paper.height
    wide = [paper.width]
    for line in [] if diagram.picture is None else diagram.picture.say(language).splitlines():
        parts.append(
            _text(MARGIN, top + LINE, line, 14, extra=f'font-family="{FIXED}" xml:space="preserve"')
        )
        wide.append(2 * MARGIN + 8.6 * len(line))
        top += LINE
    top += LINE / 2 if diagram.notes and diagram.cells else 0
    for note in diagram.notes:
        x, text = MARGIN, note.text.say(language)
        for mark in note.marks:
            parts.append(_mark(mark, x + 7, top + LINE - 5, 7))
            x += 20
        parts.append(_text(x, top + LINE, text, 14))
        wide.append(x + LETTER * len(text) + MARGIN)
        top += LINE
    width, height = max(wide), top + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" font-family="{FONTS}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


class _Paper:
    """Where a diagram's units lie on the paper; turned half round for whoever sits at the top."""

    def __init__(self, diagram: Diagram, turned: bool) -> None:
        cells, edges = diagram.cells, diagram.edges
        xs = [at for cell in cells for at in (cell.x - 0.5, cell.x + 0.5)]
        ys = [at for cell in cells for at in (cell.y - 0.5, cell.y + 0.5)]
        self.centre = (min(xs) + max(xs), min(ys) + max(ys)) if cells else (0.0, 0.0)
        self.turned = turned
        xs += [self._at(edge)[0] for edge in edges]
        ys += [self._at(edge)[1] for edge in edges]
        left, right = (min(xs), max(xs)) if xs else (0.0, 0.0)
        self.left, self.top = left, min(ys, default=0.0)
        self.width = 2 * MARGIN + UNIT * (right - left)
        self.height = MARGIN + UNIT * (max(ys, default=0.0) - self.top)
        self.places = {cell.id: self.place(cell) for cell in cells}
        self.printed = {cell.id for cell in cells if cell.label}
        self.tops = {piece.cell: 0 for piece in diagram.pieces}
        for piece in diagram.pieces:
            self.tops[piece.cell] = max(self.tops[piece.cell], piece.level)

    def _at(self, spot: Cell | Edge) -> tuple[float, float]:
        """Edges stay on the sides of the paper where they are read."""
        (across, down), turned = self.centre, self.turned
        if not turned:
            return spot.x, spot.y
        if isinstance(spot, Cell):
            return across - spot.x, down - spot.y
        outside = spot.x < 0, spot.y > down - 0.5
        return (spot.x if outside[0] else across - spot.x), (
            spot.y if outside[1] else down - spot.y
        )

    def place(self, spot: Cell | Edge) -> tuple[float, float]:
        """The middle of a cell or of a name, on the paper."""
        x, y = self._at(spot)
        return MARGIN + UNIT * (x - self.left), MARGIN + UNIT * (y - self.top)

    def cell(self, cell: Cell) -> str:
        x, y = self.places[cell.id]
        line = 'stroke-dasharray="4 4"' if cell.ground == "free" else ""
        style = f'fill="{GROUNDS[cell.ground]}" stroke="#a58d68" stroke-width="1" {line}'
        shape = _outline(cell, x, y, UNIT / 2 - 1, style)
        if not cell.label:
            return shape
        return shape + _text(x, y + UNIT / 2 - 5, cell.label, 12, FAINT, 'text-anchor="middle"')

    def ring(self, cell: Cell) -> str:
        x, y = self.places[cell.id]
        return _outline(cell, x, y, UNIT / 2 - 2.5, f'fill="none" stroke="{LIT}" stroke-width="3"')

    def piece(self, piece: Piece) -> str:
        x, y = self.places[piece.cell]
        below = LIFT * min(2, self.tops[piece.cell] - piece.level)
        printed = piece.cell in self.printed
        x, y = x - below, y + below - (7 if printed else 0)
        ink = ON_COLOUR.get(piece.mark.colour, "#ffffff")
        size = UNIT * (0.29 if printed else 0.36)
        ring = _circle(x, y, size + 4, f'fill="none" stroke="{INK}" stroke-width="2"')
        drop = 3 if piece.mark.shape == "triangle" else 0
        letter = _text(x, y + 5.5 + drop, piece.label or piece.mark.letter, 15, ink, MIDDLE)
        corner = ""
        if piece.label and piece.label.lower() != piece.mark.letter.lower():
            corner = _text(x + size, y - size + 8, piece.mark.letter, 10, INK, MIDDLE)
        return (ring if piece.ring else "") + _mark(piece.mark, x, y, size) + letter + corner

    def edge(self, edge: Edge) -> str:
        x, y = self.place(edge)
        return _text(x, y + 5, edge.text, 12, FAINT, 'text-anchor="middle"')


MIDDLE = 'text-anchor="middle" font-weight="700"'


def _outline(cell: Cell, x: float, y: float, reach: float, style: str) -> str:
    if cell.round:
        return _circle(x, y, reach, style)
    return (
        f'<rect x="{x - reach:.1f}" y="{y - reach:.1f}" width="{2 * reach:.1f}" '
        f'height="{2 * reach:.1f}" rx="3" {style}/>'
    )


def _mark(mark: Mark, x: float, y: float, r: float) -> str:
    """A shape in a side's colour, round a point."""
    style = (
        f'fill="{COLOURS[mark.colour]}" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"'
    )
    if mark.shape == "circle":
        return _circle(x, y, r * 0.96, style)
    if mark.shape == "square":
        half = r * 0.88
        return (
            f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" '
            f'height="{2 * half:.1f}" rx="{r * 0.12:.1f}" {style}/>'
        )
    low = 0.85 * r if mark.shape == "triangle" else 0.0
    corners = [(x, y - 1.1 * r), (x + 1.1 * r, y + low), (x - 1.1 * r, y + low)]
    if mark.shape == "diamond":
        corners.insert(2, (x, y + 1.1 * r))
    points = " ".join(f"{across:.1f},{down:.1f}" for across, down in corners)
    return f'<polygon points="{points}" {style}/>'


def _circle(x: float, y: float, r: float, style: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {style}/>'


def _text(x: float, y: float, content: str, size: int, fill: str = INK, extra: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" {extra}'
    return f"<text {place}>{escape(content)}</text>"
