"""Why a placement of Punto is worth making, in words; the weightiest reason comes first.

Only what the mover can see or count is asked: never another's hand, never the state after chance
or a hidden hand has had a say.
"""

from tabletier.games.kernel.bits import field
from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.text import Text, counted, first_reason, number
from tabletier.games.punto.board import lines, lying
from tabletier.games.punto.cards import left_of, needed_in, owner, seats_in, sides_in
from tabletier.games.punto.hints.prospects import (
    SQUARE,
    Prospect,
    Scene,
    gathered,
    holds_cards,
    prospects,
    rivals,
    run_through,
    scene_of,
    spans,
    tops_left,
)
from tabletier.games.punto.notation import (
    FEMININE,
    NAMES,
    card_name,
    colour_letter,
    place_name,
    write_card,
    write_place,
)
from tabletier.games.punto.rules.rounds import blocked_winner
from tabletier.games.punto.state import CARD_BITS, PLACE, SIZE_BITS, SKIPPING, WON_BITS, State

PAIR, THREE = 2, 3


def remark(before: State, steps: Steps, after: State) -> Text | None:
    """The weightiest reason for a placement, None without one."""
    if before.phase != PLACE:
        return None
    return first_reason(scene_of(before, steps[0]), REASONS)


def _is_own(scene: Scene, colour: int) -> bool:
    return owner(scene.mode, colour) == scene.side


def _cards(scene: Scene, count: int, colour: int) -> Text:
    """So many cards of a colour: trois cartes vertes, three green cards."""
    letter = colour_letter(scene.before.letters, colour)
    one = Text(f"carte {FEMININE[letter]}", f"{NAMES[letter].en} card")
    return counted(count, one, feminine=True)


def _line(scene: Scene, colour: int) -> Text:
    """A line of a colour: une ligne verte, a green line."""
    letter = colour_letter(scene.before.letters, colour)
    return Text(f"une ligne {FEMININE[letter]}", f"a {NAMES[letter].en} line")


def _name(scene: Scene, card: int) -> Text:
    return card_name(write_card(scene.before.letters, card))


def _of(side: int) -> Text:
    return Text(f"du camp {side + 1}", f"side {side + 1}’s")


def _and_match(scene: Scene) -> Text:
    """PUNTO-2. What winning this round wins besides."""
    won = field(scene.before.score.won, scene.side, WON_BITS) + 1
    return (
        Text(" et la partie", " and the match") if won >= scene.before.table.goal else Text("", "")
    )


def _wins(scene: Scene) -> Text | None:
    """PUNTO-14. The card completes a line."""
    plane = scene.board.tops[scene.colour]
    if not _is_own(scene, scene.colour) or not lines(plane, needed_in(scene.mode)):
        return None
    cards, more = _cards(scene, run_through(plane, scene.laid), scene.colour), _and_match(scene)
    return Text(
        f"complète une ligne de {cards.fr} et gagne la manche{more.fr}",
        f"completes a line of {cards.en} and wins the round{more.en}",
    )


def _wins_blocked(scene: Scene) -> Text | None:
    """PUNTO-20, PUNTO-21. The next player has no card left, and the counted lines decide."""
    state = scene.before
    if holds_cards(state, left_of(scene.mode, state.turn)) or _is_skipped(state):
        return None
    if blocked_winner(scene.board, scene.mode, state.table.edition) != scene.side:
        return None
    count, more = number(needed_in(scene.mode) - 1), _and_match(scene)
    return Text(
        f"bloque la manche, et vos lignes de {count.fr} cartes la gagnent{more.fr}",
        f"blocks the round, and your lines of {count.en} cards win it{more.en}",
    )


def _is_skipped(state: State) -> bool:
    """PUNTO-33. Whether a player without cards would be passed over, as somebody has some."""
    if state.table.edition & SKIPPING == 0:
        return False
    seats = range(seats_in(state.table.mode))
    others = any(holds_cards(state, seat) for seat in seats if seat != state.turn)
    own = (state.cards.sizes, SIZE_BITS), (state.cards.spare, CARD_BITS)
    return others or any(field(word, state.turn, width) for word, width in own)


def _blocks(scene: Scene) -> Text | None:
    """PUNTO-14. Another side could have completed a line with its next card, and now cannot."""
    for side in rivals(scene.before):
        tops = tops_left(scene.before, side)
        left = {(p.colour, p.place) for p in prospects(scene.board, scene.mode, tops)}
        for threat in prospects(scene.before.board, scene.mode, tops):
            if (threat.colour, threat.place) not in left:
                return _blocked(scene, side, threat)
    return None


def _blocked(scene: Scene, side: int, threat: Prospect) -> Text:
    """How a threat was met: on its place, by covering a card, or by fixing the square."""
    cards, whose = _cards(scene, threat.cards, threat.colour), _of(side)
    if write_place(threat.place) == scene.at:
        return Text(f"bloque les {cards.fr} {whose.fr}", f"blocks {whose.en} {cards.en}")
    if scene.covered is not None and scene.covered // 9 == threat.colour:
        card = _name(scene, scene.covered)
        return Text(
            f"couvre {card.fr} : les {cards.fr} {whose.fr} ne font plus de ligne",
            f"covers {card.en}: {whose.en} {cards.en} make no line any more",
        )
    line, at = _line(scene, threat.colour), place_name(threat.place)
    return Text(
        f"met hors du carré la place {at} : {line.fr} {whose.fr} pouvait y finir",
        f"puts the place {at} outside the square: {whose.en} {line.en[2:]} could have ended there",
    )


def _prepares(scene: Scene) -> Text | None:
    """PUNTO-14. With one card more, and on a new place, the mover's side completes a line."""
    if not _is_own(scene, scene.colour):
        return None
    had = prospects(scene.before.board, scene.mode, tops_left(scene.before, scene.side))
    tops = tops_left(scene.before, scene.side, scene.card)
    old = {threat.place for threat in had if threat.colour == scene.colour}
    found = prospects(scene.board, scene.mode, {scene.colour: tops[scene.colour]})
    new = [threat.place for threat in found if threat.place not in old]
    if not new:
        return None
    line, places = _line(scene, scene.colour), [place_name(threat.place) for threat in found]
    if len(places) == 1:
        return Text(
            f"prépare {line.fr} : il n’y manque que la place {places[0]}",
            f"prepares {line.en}: only the place {places[0]} is missing",
        )
    count = number(len(places))
    where = ", ".join(places)
    return Text(
        f"menace de finir {line.fr} à {count.fr} endroits : {where}",
        f"threatens to finish {line.en} in {count.en} places: {where}",
    )


def _breaks(scene: Scene) -> Text | None:
    """PUNTO-12. A card is covered that lay in line with others of another side."""
    covered = scene.covered
    if covered is None or not _is_rival(scene, covered // 9):
        return None
    length = run_through(scene.before.board.tops[covered // 9], scene.cell)
    if length < PAIR:
        return None
    cards, card = _cards(scene, length, covered // 9), _name(scene, covered)
    whose = _of(owner(scene.mode, covered // 9))
    return Text(
        f"couvre {card.fr} {whose.fr} et défait un alignement de {cards.fr}",
        f"covers {whose.en} {card.en[4:]} and breaks up {cards.en} in line",
    )


def _is_rival(scene: Scene, colour: int) -> bool:
    side = owner(scene.mode, colour)
    return side < sides_in(scene.mode) and side != scene.side


def _takes_place(scene: Scene) -> Text | None:
    """PUNTO-12. A place is taken, for good, where another side would have had three in line."""
    for side in rivals(scene.before):
        for colour, top in tops_left(scene.before, side).items():
            plane = scene.before.board.tops[colour]
            length = run_through(plane, scene.cell)
            free = top > (0 if scene.covered is None else scene.covered % 9 + 1)
            if not (plane >> scene.cell) & 1 and length >= THREE and free and scene.value >= top:
                cards = _cards(scene, length, colour)
                return Text(
                    f"prend une place qui aurait aligné {cards.fr} pour le camp {side + 1}",
                    f"takes a place that would have lined up {cards.en} for side {side + 1}",
                )
    return None


def _gathers(scene: Scene) -> Text | None:
    """PUNTO-5. A line that can still be made now has so many of its cards."""
    if not _is_own(scene, scene.colour):
        return None
    top = tops_left(scene.before, scene.side, scene.card)[scene.colour]
    count = gathered(scene.board, scene.mode, scene.colour, scene.laid, top)
    if count < PAIR:
        return None
    if count == run_through(scene.board.tops[scene.colour], scene.laid):
        cards = _cards(scene, count, scene.colour)
        return Text(f"aligne {cards.fr}", f"lines up {cards.en}")
    have, need, line = number(count), number(needed_in(scene.mode)), _line(scene, scene.colour)
    return Text(
        f"réunit {have.fr} des {need.fr} cartes d’{line.fr} encore possible",
        f"brings together {have.en} of the {need.en} cards of {line.en} that is still possible",
    )


def _strengthens(scene: Scene) -> Text | None:
    """PUNTO-12. An own card is covered by a higher one of its colour."""
    covered = scene.covered
    if covered is None or covered // 9 != scene.colour or not _is_own(scene, scene.colour):
        return None
    low, high = _name(scene, covered), _name(scene, scene.card)
    return Text(
        f"renforce votre carte : {high.fr} se couvre moins bien que {low.fr}",
        f"strengthens your card: {high.en} is harder to cover than {low.en}",
    )


def _covers(scene: Scene) -> Text | None:
    """PUNTO-12. Another side's card is covered."""
    if scene.covered is None or not _is_rival(scene, scene.covered // 9):
        return None
    card, whose = _name(scene, scene.covered), _of(owner(scene.mode, scene.covered // 9))
    return Text(f"couvre {card.fr} {whose.fr}", f"covers {whose.en} {card.en[4:]}")


def _keeps(scene: Scene) -> Text | None:
    """PUNTO-26. An expert plays the lower card and keeps the higher one."""
    hand = [field(w, scene.before.turn, CARD_BITS) for w in scene.before.cards[2:4]]
    kept = [card - 1 for card in hand if card and card != scene.card + 1]
    if not kept or kept[0] % 9 + 1 <= scene.value:
        return None
    card = _name(scene, kept[0])
    return Text(f"garde en main {card.fr}, plus fort", f"keeps {card.en}, which is higher, in hand")


def _fixes(scene: Scene) -> Text | None:
    """PUNTO-13. The square has all its columns or rows and floats no more."""
    had, has = spans(scene.before.board), spans(scene.board)
    for axis, fr, en in ((0, "colonnes", "columns"), (1, "rangées", "rows")):
        if had[axis] < SQUARE == has[axis]:
            return Text(f"fixe les six {fr} du carré", f"fixes the six {en} of the square")
    return None


def _opens(scene: Scene) -> Text | None:
    """PUNTO-11. The first card of a round."""
    if lying(scene.before.board):
        return None
    return Text(
        "ouvre la manche au milieu de la table", "opens the round in the middle of the table"
    )


REASONS = (
    *(_wins, _wins_blocked, _blocks, _prepares, _breaks, _takes_place, _strengthens, _gathers),
    *(_covers, _keeps, _opens, _fixes),
)
