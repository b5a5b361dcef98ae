"""Why a move of Barrier is refused, and what is expected."""

from tabletier.games.barrier.board import (
    OWN_PLACES,
    PLACES,
    TILES,
    cell_name,
    on_barrier,
    place_cell,
    place_of,
)
from tabletier.games.barrier.explain.pawns import (
    Scene,
    refuse_jumps,
    refuse_source,
    refuse_step,
)
from tabletier.games.barrier.notation import (
    COLOURS,
    JUMPED,
    LAID,
    MARKS,
    PASSED,
    PLAYERS,
    parse,
)
from tabletier.games.barrier.rules import only_jumps, sight
from tabletier.games.barrier.rules.moves import can
from tabletier.games.barrier.state import LAY, STUCK, State, owner, tile_at
from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.text import Text, joined


def refuse(state: State, text: str) -> Refusal:
    """Why a well-formed move is not legal."""
    verb, tile, cells = parse(text)
    if verb == PASSED:
        return _no_pass()
    if state.phase == LAY:
        return refuse_laying(state, tile, cells[0]) if verb == LAID else _laying_goes_on(state)
    if verb == LAID:
        return _all_laid(tile)
    if state.phase == STUCK:
        return _must_pass()
    scene = Scene(state, state.pawns)
    fault = refuse_source(scene, cells[0])
    if fault is not None:
        return fault
    return refuse_jumps(scene, cells) if verb == JUMPED else refuse_step(scene, *cells)


def _no_pass() -> Refusal:
    """BARRIER-34. Nobody passes who can move, or who has tiles to lay."""
    return refusal(
        "pass/can-move",
        "BARRIER-34",
        "On ne passe que si aucun de ses pions ne peut bouger",
        "One passes only when none of one's pawns can move",
    )


def _must_pass() -> Refusal:
    """BARRIER-34. Whoever cannot move passes, and the other plays on."""
    return refusal(
        "pass/only",
        "BARRIER-34",
        "Aucun de vos pions ne peut bouger : laissez jouer l'autre",
        "None of your pawns can move: let the other play on",
    )


def refuse_laying(state: State, tile: int, cell: int) -> Refusal:
    """BARRIER-5, BARRIER-6, BARRIER-8, BARRIER-10. Why a tile may not be laid there."""
    name = cell_name(cell)
    if not on_barrier(cell):
        return refusal(
            "lay/off-barrier",
            "BARRIER-5",
            f"{name} n'est pas une case barrière : les carreaux se posent sur les rangées 4 et 5",
            f"{name} is not a barrier square: tiles go on rows 4 and 5",
            name,
        )
    if owner(place_of(cell)) != state.turn:
        return _their_square(state, name)
    lying = tile_at(state.barrier, place_of(cell))
    if lying:
        return refusal(
            "lay/occupied",
            "BARRIER-10",
            f"Le carreau {lying} est déjà posé en {name} : un carreau posé ne bouge plus",
            f"Tile {lying} lies on {name} already: a tile that is laid stays there",
            name,
        )
    held = hand_of(state, state.turn)
    return refusal(
        "lay/not-in-hand",
        "BARRIER-8",
        f"Vous avez déjà posé votre carreau {tile} ; il vous reste {joined(held, 'et')}",
        f"You have laid your tile {tile} already; you still have {joined(held, 'and')}",
        *map(cell_name, _where_laid(state, tile)),
    )


def _their_square(state: State, name: str) -> Refusal:
    side, free = state.turn, list(map(cell_name, free_squares(state)))
    names = " ".join(free)
    return refusal(
        "lay/not-yours",
        "BARRIER-6",
        f"{name} est une case à {MARKS[1 - side].fr} de l'adversaire : {PLAYERS[side].fr} pose "
        f"sur ses cases à {MARKS[side].fr}, dont sont libres {names}",
        f"{name} is a {MARKS[1 - side].en} square of the opponent: {PLAYERS[side].en} lays "
        f"on {MARKS[side].en} squares, of which {names} are free",
        *free,
    )


def _where_laid(state: State, tile: int) -> list[int]:
    """The cell on which the seat to move has laid a tile."""
    own = (place for place in range(PLACES) if owner(place) == state.turn)
    return [place_cell(place) for place in own if tile_at(state.barrier, place) == tile]


def _laying_goes_on(state: State) -> Refusal:
    tile, cell = hand_of(state, state.turn)[0], cell_name(free_squares(state)[0])
    return refusal(
        "phase/laying",
        "BARRIER-8",
        "Les pions ne bougent qu'une fois les seize carreaux posés : "
        f"posez-en un, par exemple le {tile} en {cell}",
        f"Pawns move once all sixteen tiles are laid: lay one, for example tile {tile} on {cell}",
    )


def _all_laid(tile: int) -> Refusal:
    return refusal(
        "phase/moving",
        "BARRIER-10",
        f"Les seize carreaux sont posés et ne bougent plus, le {tile} non plus : déplacez un pion",
        f"All sixteen tiles are laid and stay, tile {tile} too: move a pawn",
    )


def hand_of(state: State, side: int) -> list[str]:
    """BARRIER-5. The numbers of the tiles that a side has not laid yet."""
    return [str(tile + 1) for tile in range(TILES) if (state.barrier.hands[side] >> tile) & 1]


def free_squares(state: State) -> list[int]:
    """BARRIER-8. The squares on which the seat to move may lay a tile."""
    places = OWN_PLACES[state.turn] & state.barrier.bare
    return [place_cell(place) for place in range(PLACES) if (places >> place) & 1]


def ask(state: State) -> Text:
    """What the seat to move must do."""
    side = state.turn
    if state.phase == LAY:
        tiles, example = hand_of(state, side), cell_name(free_squares(state)[0])
        return Text(
            f"posez un carreau ({joined(tiles, 'ou')}) sur une case à {MARKS[side].fr}, "
            f"par exemple {tiles[0]}@{example}",
            f"lay a tile ({joined(tiles, 'or')}) on a {MARKS[side].en} square, "
            f"for example {tiles[0]}@{example}",
        )
    if state.phase == STUCK:
        return Text("aucun pion ne peut bouger : passez (pass)", "no pawn can move: pass")
    seen, colour = sight(state), COLOURS[side]
    if only_jumps(state, seen):
        return Text(
            f"prenez avec un pion {colour.fr} : la prise est obligatoire",
            f"take with a {colour.en} pawn: taking is mandatory",
        )
    if can(seen, state.barrier.ways, 1):
        return Text(
            f"déplacez un pion {colour.fr} (vous pouvez prendre)",
            f"move a {colour.en} pawn (you can take)",
        )
    return Text(f"déplacez un pion {colour.fr}", f"move a {colour.en} pawn")
