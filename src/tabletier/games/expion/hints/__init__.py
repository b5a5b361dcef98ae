"""Why a move of Ex*pion is worth playing, in words; the weightiest reason comes first."""

from typing import NamedTuple

from tabletier.games.expion import rules
from tabletier.games.expion.board import BASE, CAMPS, EDGE
from tabletier.games.expion.hints.threats import (
    area_marbles,
    cells_in,
    entries,
    gap,
    moves_of,
    next_rival,
    prey,
    pushes_to,
    turn_at,
    unstoppable,
)
from tabletier.games.expion.notation import CAMP_NAMES, NAME_OF, cells_of, letter_at, of, origin
from tabletier.games.expion.rules import IN_BASE
from tabletier.games.expion.state import PASS, Deed, State, decoded, marbles_of, owns_both
from tabletier.games.kernel.bits import lowest
from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.steps import listed
from tabletier.games.kernel.text import ONLY_MOVE, Text, counted, first_reason, joined

CRAMPED = 3
"""With so few moves a player is nearly blocked."""


class Scene(NamedTuple):
    """A move and what is needed to judge it."""

    before: State
    step: int
    deed: Deed
    after: State
    rival: int
    """The next place of the round that belongs to the other side."""

    @property
    def place(self) -> int:
        """The mover's place in the round."""
        return self.before.cycle

    @property
    def side(self) -> int:
        """The mover's side: 0 North and South, 1 East and West."""
        return self.before.cycle & 1


def remark(before: State, steps: Steps, after: State) -> Text | None:
    """The weightiest reason for a move, None without one."""
    if steps[0] == PASS:
        return ONLY_MOVE
    deed, rival = decoded(before, steps[0]), next_rival(after, before.cycle)
    return first_reason(
        Scene(before=before, step=steps[0], deed=deed, after=after, rival=rival), REASONS
    )


def _marble(state: State, cell: int) -> Text:
    """A marble with its cell: la bille d’Est en e7, East’s marble on e7."""
    camp, at = CAMP_NAMES[letter_at(state, cell) or ""], NAME_OF[cell]
    return Text(f"la bille {of(camp.fr)} en {at}", f"{camp.en}’s marble on {at}")


def _base(camp: int) -> Text:
    name = CAMP_NAMES[CAMPS[camp]]
    return Text(f"la base {of(name.fr)}", f"{name.en}’s base")


def _ends(scene: Scene) -> Text | None:
    """EXPION-34 to EXPION-38. The move ends the match."""
    ending, after = scene.after.ending, scene.after
    if ending == IN_BASE:
        base = _base(after.board.expion // BASE - 1)
        return Text(
            f"pousse l’Ex*pion dans {base.fr} et gagne la partie",
            f"pushes the Ex*pion into {base.en} and wins the game",
        )
    if ending == rules.ELIMINATION:
        last = Text("la dernière bille adverse", "marble")
        if len(cells_in(_taken(scene))) > 1:
            last = Text("les dernières billes adverses", "marbles")
        return Text(
            f"capture {last.fr} et gagne la partie",
            f"captures the last enemy {last.en} and wins the game",
        )
    if ending == rules.BLOCKED:
        return Text(
            "ne laisse de coup à personne : la partie est nulle",
            "leaves nobody a move: the game is drawn",
        )
    if ending == rules.STALL:
        return Text(
            "achève cent tours sans progrès : la partie est nulle",
            "completes a hundred turns without progress: the game is drawn",
        )
    return None


def _keeps_base(scene: Scene) -> Text | None:
    """EXPION-34. An enemy could have pushed the Ex*pion into the base, and now cannot."""
    threats = entries(scene.before, scene.rival)
    if not threats or entries(scene.after, scene.rival):
        return None
    threat = decoded(turn_at(scene.before, scene.rival), threats[0])
    marble, base = _marble(scene.before, origin(threat)), _base(threat.rest)
    if threat.source and not area_marbles(scene.after, scene.side ^ 1) & threat.source:
        return Text(
            f"capture {marble.fr}, qui pouvait pousser l’Ex*pion dans {base.fr}",
            f"captures {marble.en}, which could have pushed the Ex*pion into {base.en}",
        )
    return Text(
        f"garde {base.fr} fermée : {marble.fr} ne peut plus y pousser l’Ex*pion",
        f"keeps {base.en} closed: {marble.en} can no longer push the Ex*pion into it",
    )


def _taken(scene: Scene) -> int:
    """EXPION-23. The captured marbles as a plane."""
    rivals = scene.side ^ 1
    return area_marbles(scene.before, rivals) & ~area_marbles(scene.after, rivals)


def _captures(scene: Scene) -> Text | None:
    """EXPION-23, EXPION-33. Marbles are captured, a player perhaps eliminated."""
    rivals, taken = scene.side ^ 1, _taken(scene)
    if not taken:
        return None
    cells = cells_of(taken)
    found = _marble(scene.before, lowest(taken))
    if len(cells) > 1:
        many = counted(len(cells), Text("bille", "marble"), feminine=True)
        found = Text(f"{many.fr} en {joined(cells, 'et')}", f"{many.en} on {joined(cells, 'and')}")
    out = [
        CAMP_NAMES[CAMPS[place]]
        for place in (rivals, rivals + 2)
        if marbles_of(scene.before.table.players, scene.before.board, place)
        and not marbles_of(scene.after.table.players, scene.after.board, place)
    ]
    if out:
        found = Text(f"{found.fr} et élimine {out[0].fr}", f"{found.en} and eliminates {out[0].en}")
    return Text(f"capture {found.fr}", f"captures {found.en}")


def _threatens_base(scene: Scene) -> Text | None:
    """EXPION-34. At the mover's next turn the Ex*pion could enter a base, and could not yet."""
    threats = entries(scene.after, scene.place)
    if not threats or entries(scene.before, scene.place):
        return None
    base = _base(decoded(turn_at(scene.after, scene.place), threats[0]).rest)
    if unstoppable(scene.after, rules.to_move(scene.before)):
        return Text(
            f"permettra de pousser l’Ex*pion dans {base.fr}, quelle que soit la réponse",
            f"will let you push the Ex*pion into {base.en} next turn, whatever the reply",
        )
    return Text(
        f"menace de pousser l’Ex*pion dans {base.fr}",
        f"threatens to push the Ex*pion into {base.en}",
    )


def _saves(scene: Scene) -> Text | None:
    """EXPION-23. A marble that could have been captured is safe now."""
    danger, left = prey(scene.before, scene.rival), prey(scene.after, scene.rival)
    deed = scene.deed
    if danger & deed.source and not (left >> deed.target) & 1:
        marble, target = _marble(scene.before, lowest(deed.source)), NAME_OF[deed.target]
        return Text(
            f"met {marble.fr} à l’abri d’une capture, en {target}",
            f"saves {marble.en} from capture by going to {target}",
        )
    saved = danger & ~left & ~deed.source
    if not saved:
        return None
    marble = _marble(scene.before, lowest(saved))
    return Text(f"protège {marble.fr} d’une capture", f"protects {marble.en} from capture")


def _stops_rival(scene: Scene) -> Text | None:
    """EXPION-22. The next player has no move and must pass."""
    after = scene.after
    if after.cycle != scene.rival or moves_of(after):
        return None
    both = owns_both(after.table.players, scene.rival)
    places = (scene.rival & 1, (scene.rival & 1) + 2) if both else (scene.rival,)
    camps = [CAMP_NAMES[CAMPS[place]] for place in places]
    return Text(
        f"oblige {joined([camp.fr for camp in camps], 'et')} à passer",
        f"forces {joined([camp.en for camp in camps], 'and')} to pass",
    )


def _threatens(scene: Scene) -> Text | None:
    """EXPION-23. An enemy marble could be captured at the mover's next turn, and could not yet."""
    new = prey(scene.after, scene.place) & ~prey(scene.before, scene.place)
    if not new:
        return None
    if new & (new - 1):
        cells = cells_of(new)
        return Text(
            f"menace les billes en {joined(cells, 'et')}",
            f"threatens the marbles on {joined(cells, 'and')}",
        )
    marble = _marble(scene.after, lowest(new))
    return Text(f"menace de capturer {marble.fr}", f"threatens to capture {marble.en}")


def _guards(scene: Scene) -> Text | None:
    """EXPION-21. A marble at home keeps the Ex*pion out: without it an enemy could push it in."""
    board = scene.after.board
    keeper = board.homes[scene.side] & (1 << board.expion)
    if not keeper:
        return None
    homes = list(board.homes)
    homes[scene.side] ^= keeper
    gone = scene.after._replace(board=board._replace(homes=(homes[0], homes[1])))
    if not entries(gone, scene.rival):
        return None
    camp = scene.side if EDGE[scene.side] & keeper else scene.side + 2
    base, at = _base(camp), NAME_OF[BASE * (1 + camp) + board.expion]
    return Text(
        f"garde {base.fr} fermée : la bille en {at} y reste",
        f"keeps {base.en} closed: the marble on {at} stays there",
    )


def _steers(scene: Scene) -> Text | None:
    """EXPION-17. The Ex*pion is pushed: towards an enemy base, or away from the nearer own one."""
    if scene.before.board.expion == scene.after.board.expion:
        return None
    way = scene.deed.rest
    if (way ^ scene.side) & 1:
        base = _base(way)
        return Text(f"pousse l’Ex*pion vers {base.fr}", f"pushes the Ex*pion towards {base.en}")
    behind = way ^ 2
    if pushes_to(scene.before, behind) > pushes_to(scene.before, way):
        return None
    base = _base(behind)
    return Text(f"éloigne l’Ex*pion de {base.fr}", f"drives the Ex*pion away from {base.en}")


def _readies(scene: Scene) -> Text | None:
    """EXPION-17. The marble now stands where it can push the Ex*pion towards an enemy base."""
    here = turn_at(scene.after, scene.place)
    for step in moves_of(here):
        deed = decoded(here, step)
        pushes = deed.source == 1 << scene.deed.target and deed.target == here.board.expion
        if pushes and (deed.rest ^ scene.side) & 1:
            base = _base(deed.rest)
            return Text(
                f"prépare une poussée de l’Ex*pion vers {base.fr}",
                f"prepares a push of the Ex*pion towards {base.en}",
            )
    return None


def _frees(scene: Scene) -> Text | None:
    """EXPION-22. A player who was nearly blocked has more moves again."""
    had, has = len(moves_of(scene.before)), len(moves_of(turn_at(scene.after, scene.place)))
    if had > CRAMPED or has <= had:
        return None
    moves = counted(has, Text("coup", "move"))
    return Text(f"libère vos billes : {moves.fr} ensuite", f"frees your marbles: {moves.en} next")


def _leaves_camp(scene: Scene) -> Text | None:
    """EXPION-12. A marble comes into play."""
    if not scene.deed.home:
        return None
    camp, at = CAMP_NAMES[CAMPS[scene.deed.colour]], NAME_OF[scene.deed.target]
    return Text(
        f"fait sortir une bille du camp {of(camp.fr)}, en {at}",
        f"brings a marble out of {camp.en}’s camp, to {at}",
    )


def _approaches(scene: Scene) -> Text | None:
    """A marble comes nearer to the Ex*pion, or else to the nearest enemy."""
    expion = 1 << scene.after.board.expion
    if gap(scene.deed.target, expion) < gap(lowest(scene.deed.source), expion):
        return Text("rapproche une bille de l’Ex*pion", "brings a marble nearer to the Ex*pion")
    enemies = area_marbles(scene.after, scene.side ^ 1)
    if not enemies or gap(scene.deed.target, enemies) >= gap(lowest(scene.deed.source), enemies):
        return None
    near = min(cells_in(enemies), key=lambda cell: gap(cell, 1 << scene.deed.target))
    marble = _marble(scene.after, near)
    return Text(f"rapproche une bille de {marble.fr}", f"brings a marble nearer to {marble.en}")


def _only(scene: Scene) -> Text | None:
    return ONLY_MOVE if len(listed(rules, scene.before)) == 1 else None


REASONS = (
    *(_ends, _keeps_base, _captures, _threatens_base, _saves, _stops_rival, _threatens, _guards),
    *(_steers, _readies, _frees, _only, _leaves_camp, _approaches),
)
