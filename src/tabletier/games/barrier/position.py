"""Barrier's public position format: out of the engine and into it, every claim checked."""

from typing import Any

from tabletier.games.barrier.board import (
    CELLS,
    HALF,
    PLACES,
    TILES,
    YELLOW,
    Pawns,
    cell_name,
    cell_of,
    opening_pawns,
    place_cell,
    place_of,
    plane_of,
)
from tabletier.games.barrier.explain import hand_of
from tabletier.games.barrier.notation import CELL_TEXT, COLOURS, LETTERS, OWNERS, PLAYERS
from tabletier.games.barrier.options import table_of
from tabletier.games.barrier.rules import phase_of
from tabletier.games.barrier.shapes import Pawn, Position
from tabletier.games.barrier.state import (
    AT_RANDOM,
    LAY,
    NO_CHAIN,
    QUIET_LIMIT,
    RANDOM_SEAT,
    Agreed,
    Barrier,
    State,
    bare_barrier,
    owner,
    tile_at,
    with_tile,
)
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.contract import Position as Given
from tabletier.games.kernel.errors import BadPosition
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.positions import check_keys, check_number, check_object
from tabletier.games.kernel.text import shown


def position(state: State, memory: Any) -> Position:
    """All that everybody knows; `to_move` goes on after the last move as after any other."""
    return {
        "tiles": laid_tiles(state.barrier),
        "hands": [[int(tile) for tile in hand_of(state, side)] for side in (0, 1)],
        "pawns": standing_pawns(state.pawns),
        "to_move": state.turn,
        "quiet": state.quiet,
    }


def laid_tiles(barrier: Barrier) -> dict[str, int]:
    """Which tile lies on each square of the barrier that has one."""
    tiles = ((place, tile_at(barrier, place)) for place in range(PLACES))
    return {cell_name(place_cell(place)): tile for place, tile in tiles if tile}


def standing_pawns(pawns: Pawns) -> dict[str, Pawn]:
    """The pawn on each cell that has one: y or c, a capital when it is crowned."""
    yellow, colourless, crowned = (low | (high << HALF) for low, high in pawns)
    standing: dict[str, Pawn] = {}
    for cell in CELLS:
        for side, plane in enumerate((yellow, colourless)):
            if (plane >> cell) & 1:
                standing[cell_name(cell)] = LETTERS[side][(crowned >> cell) & 1]
    return standing


KEYS = ("tiles", "hands", "pawns", "to_move", "quiet")
MOST_PAWNS = 12


def setup(given: Given, options: Options) -> tuple[State, None]:
    """The state of a position. Raises BadPosition."""
    check_keys(given, KEYS)
    table = table_of(options)
    laid = _tiles(given["tiles"])
    barrier = bare_barrier()
    for name, tile in laid.items():
        place = place_of(cell_of(name))
        if not (barrier.hands[owner(place)] >> (tile - 1)) & 1:
            raise _twice(owner(place), tile, laid)
        barrier = with_tile(barrier, table.tiles, tile - 1, place)
    _check_hands(given["hands"], barrier)
    pawns = _pawns(given["pawns"])
    turn = check_number(given["to_move"], "to_move", 1)
    quiet = check_number(given["quiet"], "quiet", QUIET_LIMIT)
    if barrier.bare:
        _check_laying(table, barrier, pawns, turn, quiet)
        return State(
            table=table, phase=LAY, turn=turn, pawns=pawns, barrier=barrier, chain=NO_CHAIN, quiet=0
        ), None
    phase = phase_of(pawns, barrier.ways, turn, quiet, table.layout)
    return State(
        table=table,
        phase=phase,
        turn=turn,
        pawns=pawns,
        barrier=barrier,
        chain=NO_CHAIN,
        quiet=quiet,
    ), None


def _check_cell(name: Any, key: str) -> None:
    if not isinstance(name, str) or CELL_TEXT.fullmatch(name) is None:
        raise bad(
            f"dans « {key} », {shown(name)} n'est pas une case : elles vont de a1 à h8",
            f"in '{key}', {shown(name)} is not a cell: they run from a1 to h8",
            "BARRIER-2",
        )


def _cells(value: Any, key: str) -> dict[Any, Any]:
    return check_object(value, key, "dont les clés sont des cases", "whose keys are cells")


def _is_tile(value: Any) -> bool:
    return type(value) is int and 1 <= value <= TILES


def _tiles(given: Any) -> dict[str, int]:
    """BARRIER-5. The tiles laid, on squares of the barrier; in a fixed order."""
    for name, tile in _cells(given, "tiles").items():
        _check_cell(name, "tiles")
        if name[1] not in "45":
            raise bad(
                f"il n'y a pas de carreau en {name} : la barrière occupe les rangées 4 et 5",
                f"no tile lies on {name}: the barrier is rows 4 and 5",
                "BARRIER-5",
                name,
            )
        if not _is_tile(tile):
            raise bad(
                f"les carreaux sont numérotés de 1 à {TILES}, pas {shown(tile)} en {name}",
                f"tiles are numbered from 1 to {TILES}, not {shown(tile)} on {name}",
                "BARRIER-5",
                name,
            )
    return {name: given[name] for name in sorted(given)}


def _twice(side: int, tile: int, laid: dict[str, int]) -> BadPosition:
    cells = [n for n in laid if laid[n] == tile and owner(place_of(cell_of(n))) == side]
    return bad(
        f"{PLAYERS[side].fr} n'a qu'un carreau {tile}, posé ici en {' et '.join(cells)}",
        f"{PLAYERS[side].en} has only one tile {tile}, laid here on {' and '.join(cells)}",
        "BARRIER-5",
        *cells,
    )


def _check_hands(given: Any, barrier: Barrier) -> None:
    """BARRIER-5. Each side holds exactly the tiles that it has not laid."""
    if not isinstance(given, list) or len(given) != 2:
        raise bad(
            "« hands » est une liste de deux listes de carreaux, une par place",
            "'hands' is a list of two lists of tiles, one a seat",
        )
    for side, hand in enumerate(given):
        if not isinstance(hand, list) or len(hand) > TILES or not all(map(_is_tile, hand)):
            raise bad(
                f"la main {OWNERS[side].fr} est une liste de carreaux de 1 à {TILES}",
                f"{OWNERS[side].en} hand is a list of tiles from 1 to {TILES}",
            )
        left = [tile + 1 for tile in range(TILES) if (barrier.hands[side] >> tile) & 1]
        if sorted(hand) != left:
            raise bad(
                f"d'après les carreaux posés, {PLAYERS[side].fr} tient {left}, pas {sorted(hand)}",
                f"by the tiles laid, {PLAYERS[side].en} holds {left}, not {sorted(hand)}",
                "BARRIER-5",
            )


def _pawns(given: Any) -> Pawns:
    """BARRIER-4, BARRIER-16. At most twelve pawns a side, none uncrowned on its last row."""
    for name, pawn in _cells(given, "pawns").items():
        _check_cell(name, "pawns")
        if not isinstance(pawn, str) or pawn not in ("y", "Y", "c", "C"):
            raise bad(
                f"en {name} un pion est y, c, Y ou C (couronné), pas {shown(pawn)}",
                f"on {name} a pawn is y, c, Y or C (crowned), not {shown(pawn)}",
                "BARRIER-4",
                name,
            )
        if (pawn, name[1]) in (("y", "8"), ("c", "1")):
            raise bad(
                f"en {name} le pion serait couronné : {pawn.upper()}, pas {pawn}",
                f"on {name} the pawn would be crowned: {pawn.upper()}, not {pawn}",
                "BARRIER-16",
                name,
            )
    _check_amounts(given)
    yellow, colourless, crowned = (
        plane_of([cell_of(name) for name, pawn in given.items() if pawn in letters])
        for letters in (*LETTERS, ("Y", "C"))
    )
    return Pawns(yellow=yellow, colourless=colourless, crowned=crowned)


def _check_amounts(given: dict[str, str]) -> None:
    counts = [sum(pawn in letters for pawn in given.values()) for letters in LETTERS]
    for side, count in enumerate(counts):
        if count > MOST_PAWNS:
            raise bad(
                f"{count} pions {COLOURS[side].fr}s, il y en a {MOST_PAWNS}",
                f"{count} {COLOURS[side].en} pawns, there are only {MOST_PAWNS}",
                "BARRIER-4",
            )
    if counts == [0, 0]:
        raise bad("il n'y a aucun pion", "there is no pawn at all", "BARRIER-1")


def _check_laying(table: Agreed, barrier: Barrier, pawns: Pawns, turn: int, quiet: int) -> None:
    """BARRIER-8, BARRIER-11. While tiles are laid no pawn has moved, and the players take turns."""
    if table.layout & AT_RANDOM:
        raise bad(
            "quand le hasard pose les carreaux, tous les seize sont posés",
            "when chance lays the tiles, all sixteen lie",
            "BARRIER-11",
        )
    if pawns != opening_pawns():
        expected, came = standing_pawns(opening_pawns()), standing_pawns(pawns)
        name = min(n for n in {*expected, *came} if expected.get(n) != came.get(n))
        raise bad(
            f"les pions restent à leur place de départ jusqu'au dernier carreau (voyez {name})",
            f"pawns stay on their opening squares until the last tile is laid (see {name})",
            "BARRIER-8",
            name,
        )
    if quiet:
        raise bad(
            f"tant qu'on pose des carreaux, il y a 0 coup sans prise ni couronnement, pas {quiet}",
            f"while tiles are laid there are 0 moves without capture or crowning, not {quiet}",
            "BARRIER-28",
        )
    _check_turn(table, barrier, turn)


def _check_turn(table: Agreed, barrier: Barrier, turn: int) -> None:
    """BARRIER-7, BARRIER-8. The number of tiles laid tells whose turn it is."""
    left = [bin(hand).count("1") for hand in barrier.hands]
    first = table.first
    if first == RANDOM_SEAT:
        first = turn if left[0] == left[1] else (YELLOW if left[0] < left[1] else 1 - YELLOW)
    expected = first if left[0] == left[1] else 1 - first
    ahead = left[1 - first] - left[first]
    if ahead not in (0, 1) or turn != expected:
        raise bad(
            f"{PLAYERS[first].fr} commence et l'on pose à tour de rôle : avec {TILES - left[0]} "
            f"et {TILES - left[1]} carreaux posés, {PLAYERS[turn].fr} ne peut pas jouer maintenant",
            f"{PLAYERS[first].en} begins and the players take turns: with {TILES - left[0]} "
            f"and {TILES - left[1]} tiles laid, {PLAYERS[turn].en} cannot be next",
            "BARRIER-8",
        )


def complete(written: Given, options: Options) -> Given:
    """BARRIER-5, BARRIER-8. Where pawns are written all tiles lie, else they are being laid.

    Tiles that are written nowhere lie on the squares left, in order. Without `pawns` these stand as
    they do at the beginning, and each side holds what it has not laid.
    """
    tiles = dict(written.get("tiles", {}))
    laid = [_own(tiles, side) for side in (0, 1)]
    hands = [[t for t in range(1, TILES + 1) if t not in own] for own in laid]
    if "pawns" in written and "hands" not in written:
        for side in (0, 1):
            tiles |= zip(_free(tiles, side), hands[side], strict=True)
        hands = [[], []]
    return {
        "pawns": standing_pawns(opening_pawns()),
        "to_move": 0,
        "quiet": 0,
        "hands": hands,
        **written,
        "tiles": tiles,
    }


def _own(tiles: dict[str, int], side: int) -> list[int]:
    return [tile for name, tile in tiles.items() if owner(place_of(cell_of(name))) == side]


def _free(tiles: dict[str, int], side: int) -> list[str]:
    """BARRIER-6. The squares on which a side has no tile yet."""
    names = (cell_name(place_cell(p)) for p in range(PLACES) if owner(p) == side)
    return [name for name in names if name not in tiles]
