"""Why a move or a tile of Barrier is worth playing, in words; the weightiest reason comes first."""

from typing import NamedTuple

from tabletier.games.barrier import rules
from tabletier.games.barrier.board import (
    CELLS,
    STRIDE,
    YELLOW,
    cell_name,
    has,
    on_barrier,
    pawns_of,
)
from tabletier.games.barrier.hints.threats import (
    TILE_REASONS,
    crownings,
    distance,
    is_beyond,
    is_forward,
    landing,
    laying_of,
    leads,
    prey,
    turn_of,
)
from tabletier.games.barrier.notation import (
    COLOURS,
    OWNERS,
    PLAYERS,
    delta_of,
    is_jump,
    source_of,
    ways_out,
)
from tabletier.games.barrier.rules import LAST_PAWNS, LAYING, NO_MOVE, PASS, STALL, STOP
from tabletier.games.barrier.state import ENDED, QUIET_LIMIT, State
from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.steps import listed
from tabletier.games.kernel.text import ONLY_MOVE, Text, counted, first_reason, joined


class Scene(NamedTuple):
    """A pawn's move and what is needed to judge it."""

    before: State
    after: State
    side: int
    source: int
    target: int
    taken: tuple[int, ...]
    """The cells of the pawns it takes."""


def remark(before: State, steps: Steps, after: State) -> Text | None:
    """The weightiest reason for a move, None without one."""
    if steps[0] == STOP:  # the rest of a move already begun
        return None
    if steps[0] == PASS:
        return ONLY_MOVE
    if steps[0] >= LAYING:
        return first_reason(laying_of(before, steps[0], after), TILE_REASONS)
    hops = [step for step in steps if step != STOP]
    taken = tuple(source_of(step) + delta_of(step) for step in hops if is_jump(step))
    source, target = source_of(hops[0]), landing(hops[-1])
    return first_reason(Scene(before, after, before.turn, source, target, taken), PAWN_REASONS)


def _cells(cells: set[int] | tuple[int, ...]) -> Text:
    names = sorted(map(cell_name, cells))
    return Text(joined(names, "et"), joined(names, "and"))


def _pawn(scene: Scene, cell: int) -> Text:
    """An enemy pawn with its cell: le pion incolore en d4, the colourless pawn on d4."""
    colour, at = COLOURS[1 - scene.side], cell_name(cell)
    crown = has(scene.before.pawns.crowned, cell)
    fr, en = (" couronné", "crowned ") if crown else ("", "")
    return Text(f"le pion {colour.fr}{fr} en {at}", f"the {en}{colour.en} pawn on {at}")


def _pawns(scene: Scene, count: int) -> Text:
    colour = COLOURS[1 - scene.side]
    return counted(count, Text(f"pion {colour.fr}", f"{colour.en} pawn"))


def _wins(scene: Scene) -> Text | None:
    """BARRIER-1, BARRIER-27, BARRIER-28. The move ends the match."""
    if scene.after.phase < ENDED:
        return None
    (winners, reason), rival = rules.outcome(scene.after), PLAYERS[1 - scene.side]
    if reason == STALL and scene.after.quiet < QUIET_LIMIT:
        return _blocks_all(winners, 1 << scene.side)
    if winners != 1 << scene.side:
        if winners:
            return None
        return Text(
            "achève quarante coups sans progrès de chaque camp : la partie est nulle",
            "completes forty moves each without progress: the game is drawn",
        )
    if reason == LAST_PAWNS:
        fr, en = ("le dernier pion", "pawn")
        if len(scene.taken) > 1:
            fr, en = ("les derniers pions", "pawns")
        whose = OWNERS[1 - scene.side]
        return Text(
            f"prend {fr} {whose.fr} et gagne la partie",
            f"takes {whose.en} last {en} and wins the game",
        )
    if reason == NO_MOVE:
        return Text(
            f"ne laisse aucun coup à {rival.fr} et gagne la partie",
            f"leaves {rival.en} no move and wins the game",
        )
    return Text(
        "achève quarante coups sans progrès de chaque camp et gagne au compte des pions",
        "completes forty moves each without progress and wins by the count of pawns",
    )


def _blocks_all(winners: int, mine: int) -> Text | None:
    """BARRIER-34. Nobody can move any more, and the pawns are counted."""
    if winners == 0:
        return Text(
            "ne laisse de coup à personne : la partie est nulle",
            "leaves nobody a move: the game is drawn",
        )
    if winners != mine:
        return None
    return Text(
        "ne laisse de coup à personne et gagne au compte des pions",
        "leaves nobody a move and wins by the count of pawns",
    )


def _crowned(scene: Scene) -> bool:
    crowned = has(scene.before.pawns.crowned, scene.source)
    return not crowned and has(scene.after.pawns.crowned, scene.target)


def _takes(scene: Scene) -> Text | None:
    """BARRIER-19, BARRIER-22. Pawns are taken."""
    if not scene.taken:
        return None
    found = _pawn(scene, scene.taken[0])
    if len(scene.taken) > 1:
        many, cells = _pawns(scene, len(scene.taken)), _cells(scene.taken)
        found = Text(f"{many.fr} en {cells.fr}", f"{many.en} on {cells.en}")
    at = cell_name(scene.target)
    crown = Text(f" et fait couronner le vôtre en {at}", f" and has yours crowned on {at}")
    more = crown if _crowned(scene) else Text("", "")
    return Text(f"prend {found.fr}{more.fr}", f"takes {found.en}{more.en}")


def _crowns(scene: Scene) -> Text | None:
    """BARRIER-16. The pawn is crowned."""
    at = cell_name(scene.target)
    if not _crowned(scene):
        return None
    return Text(f"fait couronner un pion en {at}", f"has a pawn crowned on {at}")


def _saves(scene: Scene) -> Text | None:
    """BARRIER-19. A pawn that could have been taken is safe now."""
    danger, left = prey(scene.before, 1 - scene.side), prey(scene.after, 1 - scene.side)
    if scene.source in danger and scene.target not in left:
        source, target = cell_name(scene.source), cell_name(scene.target)
        return Text(
            f"met le pion de {source} à l’abri, en {target}",
            f"takes the pawn on {source} out of danger, to {target}",
        )
    saved = danger - left - {scene.source}
    if not saved:
        return None
    at = cell_name(min(saved))
    return Text(f"protège le pion en {at}", f"protects the pawn on {at}")


def _stops_crown(scene: Scene) -> Text | None:
    """BARRIER-16. The other side could have had a pawn crowned, and now cannot."""
    threats = crownings(scene.before, 1 - scene.side)
    if not threats or crownings(scene.after, 1 - scene.side):
        return None
    who, at = PLAYERS[1 - scene.side], cell_name(min(threats))
    return Text(
        f"empêche {who.fr} de faire couronner un pion en {at}",
        f"keeps {who.en} from having a pawn crowned on {at}",
    )


def _threatens(scene: Scene) -> Text | None:
    """BARRIER-19. An enemy pawn could be taken next, and could not yet."""
    new = prey(scene.after, scene.side) - prey(scene.before, scene.side)
    if not new:
        return None
    if len(new) == 1:
        pawn = _pawn(scene, min(new))
        return Text(f"menace de prendre {pawn.fr}", f"threatens to take {pawn.en}")
    colour, cells = COLOURS[1 - scene.side], _cells(new)
    return Text(
        f"menace les pions {colour.fr}s en {cells.fr}",
        f"threatens the {colour.en} pawns on {cells.en}",
    )


def _nears_crown(scene: Scene) -> Text | None:
    """BARRIER-16. A pawn could be crowned next, and could not yet."""
    new = crownings(scene.after, scene.side)
    if not new or crownings(scene.before, scene.side):
        return None
    at = cell_name(min(new))
    return Text(f"prépare un couronnement en {at}", f"prepares a crowning on {at}")


def _crosses(scene: Scene) -> Text | None:
    """BARRIER-15. The pawn has the barrier behind it."""
    if is_beyond(scene.side, scene.source) or not is_beyond(scene.side, scene.target):
        return None
    at = cell_name(scene.target)
    return Text(
        f"fait franchir la barrière à un pion, en {at}",
        f"brings a pawn across the barrier, to {at}",
    )


def _enters(scene: Scene) -> Text | None:
    """BARRIER-14. The pawn stands on a tile from which it can get on."""
    if on_barrier(scene.source) or not on_barrier(scene.target):
        return None
    ways = [way for way in range(8) if (scene.after.barrier.ways[way] >> scene.target) & 1]
    ways = [way for way in ways if leads(scene.target, way) is not None]
    if not any(is_forward(scene.side, way) for way in ways):
        return None
    at, out = cell_name(scene.target), ways_out(ways)
    return Text(
        f"amène un pion sur la barrière en {at} : on en sort par {out.fr}",
        f"brings a pawn onto the barrier on {at}: the way out is {out.en}",
    )


def _hunts(scene: Scene) -> Text | None:
    """BARRIER-17. A crowned pawn comes nearer to the nearest enemy."""
    if not has(scene.before.pawns.crowned, scene.source):
        return None
    enemies = [c for c in CELLS if has(pawns_of(scene.after.pawns, 1 - scene.side), c)]
    near = min(enemies, key=lambda cell: distance(cell, scene.target))
    if distance(near, scene.target) >= min(distance(cell, scene.source) for cell in enemies):
        return None
    pawn = _pawn(scene, near)
    return Text(
        f"rapproche un pion couronné d{pawn.fr.replace('le', 'u', 1)}",
        f"brings a crowned pawn nearer to {pawn.en}",
    )


def _advances(scene: Scene) -> Text | None:
    """BARRIER-13. An ordinary pawn goes forward, off the barrier, and cannot be taken there."""
    rows = scene.target // STRIDE - scene.source // STRIDE
    if (rows if scene.side == YELLOW else -rows) <= 0:
        return None
    if has(scene.before.pawns.crowned, scene.source) or on_barrier(scene.target):
        return None
    if scene.target in prey(scene.after, 1 - scene.side):
        return None
    at = cell_name(scene.target)
    return Text(
        f"avance un pion en {at}, hors d’atteinte", f"advances a pawn to {at}, out of reach"
    )


def _only(scene: Scene) -> Text | None:
    return ONLY_MOVE if len(listed(rules, turn_of(scene.before, scene.side))) == 1 else None


PAWN_REASONS = (
    *(_wins, _takes, _crowns, _saves, _stops_crown, _threatens, _nears_crown, _crosses),
    *(_enters, _hunts, _advances, _only),
)
