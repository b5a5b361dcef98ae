"""Point's public position format, into the engine: every claim of it is checked."""

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.contract import Position as Given
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.text import Text
from tabletier.games.point.cards import (
    Pile,
    bits,
    empty_pile,
    full_pile,
    with_card,
    without,
)
from tabletier.games.point.notation import KIND_OF, pack
from tabletier.games.point.options import start, table_of
from tabletier.games.point.position.claims import Claims, claims
from tabletier.games.point.rules.turn import may_stop, usable
from tabletier.games.point.state import (
    CAP,
    FINISHED,
    HALF,
    HAND,
    NO_CARD,
    PAWNS,
    PURE,
    ROW,
    ROWS,
    SEATS,
    START,
    TEAMS,
    THREE,
    USE,
    Bank,
    Cards,
    Rows,
    State,
    has_stopped,
    partner,
    pure,
    row_of,
    won_by,
)

PHASES = {"start": START, "use": USE, "pure": PURE}


def setup(given: Given, options: Options) -> tuple[State, None]:
    """The state of a position. Raises BadPosition."""
    table = table_of(options)
    said = claims(given, SEATS[table.mode])
    if None in said.rows or (said.phase == "rows" and said.to_move is not None):
        return _choosing(said, start(options)), None
    colours = _colours(said, table.mode)
    over = said.to_move is None
    state = State(
        table=table,
        phase=FINISHED if over else PHASES[said.phase],
        turn=said.to_move or 0,
        colours=colours,
        stopped=sum(1 << seat for seat, flag in enumerate(said.stopped) if flag),
        regrouped=0 if over else int(said.regrouped),
        rows=_rows(said),
        bank=Bank(black=said.black, white=said.white),
        cards=_cards(said),
    )
    _check_pawns(state)
    _check_stopped(state)
    if not over and has_stopped(state, state.turn):
        raise bad(
            f"c’est au tour du joueur {state.turn + 1}, qui s’est arrêté",
            f"it is the turn of player {state.turn + 1}, who has stopped",
            "POINT-30",
        )
    _check_hands(state, said)
    if over:
        _check_over(state)
    else:
        _check_turn(state)
    return state, None


def _choosing(said: Claims, fresh: State) -> State:
    """POINT-4, POINT-5. While rows are chosen nothing else has happened yet."""
    if fresh.phase != ROWS:
        raise bad("ici les rangs sont tirés au sort", "rows are drawn by lot here", "POINT-5")
    missing = [seat for seat, row in enumerate(said.rows) if row is None]
    if said.phase != "rows" or not missing or said.to_move != missing[0]:
        raise bad(
            "on choisit les rangs tant qu’il en manque un, le premier joueur sans rang d’abord",
            "rows are chosen while one is missing, by the first player without one",
            "POINT-5",
        )
    for seat, row in enumerate(said.rows):
        if row is not None and (len(row) != ROW or row.count("B") != HALF):
            raise bad(
                f"le rang du joueur {seat + 1} n’a pas six pions noirs et six blancs",
                f"the row of player {seat + 1} has not six black pawns and six white ones",
                "POINT-4",
            )
    idle = [*said.colours, said.offer, *said.used, *said.stopped, said.rebuilds, said.regrouped]
    bank = (said.black, said.white)
    if any(idle) or any(said.hands) or bank != tuple(fresh.bank):
        raise bad(
            "avant que tous les rangs soient posés, il n’y a ni couleurs, ni cartes données, "
            "ni échange",
            "before all rows are laid out there are no colours, no cards dealt and no exchanges",
            "POINT-5",
        )
    return fresh._replace(turn=missing[0], rows=_rows(said))


def _rows(said: Claims) -> Rows:
    black, white = [0, 0, 0, 0], [0, 0, 0, 0]
    for seat, row in enumerate(said.rows):
        black[seat] = bits(row or "")
        white[seat] = black[seat] ^ ((1 << len(row or "")) - 1)
    return Rows(
        black=(black[0], black[1], black[2], black[3]),
        white=(white[0], white[1], white[2], white[3]),
    )


def _colours(said: Claims, mode: int) -> int:
    """POINT-7, POINT-24, POINT-25. Which seats collect black."""
    colours = said.colours
    if mode == THREE:
        fits = colours == ["B"] * len(colours)
    else:
        fits = colours in (["B", "W"] * (len(colours) // 2), ["W", "B"] * (len(colours) // 2))
    if not fits:
        raise bad(
            "à trois, tous collectionnent le noir ; sinon noir et blanc alternent",
            "with three players all collect black; otherwise black and white alternate",
            "POINT-24" if mode == THREE else "POINT-7",
        )
    return sum(1 << seat for seat, colour in enumerate(colours) if colour == "B")


def _pile(cards: list[str]) -> Pile:
    pile = empty_pile()
    for card in cards:
        pile = with_card(pile, KIND_OF[card])
    return pile


def _cards(said: Claims) -> Cards:
    hands = [pack(tuple(hand)) if len(hand) <= 7 else 0 for hand in said.hands]
    hands += [0] * (4 - len(hands))
    offer = [] if said.offer is None else [said.offer]
    rest = full_pile()
    for card in (*said.used, *offer, *(card for hand in said.hands for card in hand)):
        rest = without(rest, KIND_OF[card])
    shown = NO_CARD if said.offer is None else KIND_OF[said.offer]
    four = (hands[0], hands[1], hands[2], hands[3])
    return Cards(hands=four, pile=rest, used=_pile(said.used), offer=shown, rebuilds=said.rebuilds)


def _check_pawns(state: State) -> None:
    """POINT-2, POINT-4, POINT-8. No pawn is lost or gained: rows and bank hold them all."""
    seats = SEATS[state.table.mode]
    total = PAWNS if state.table.full_bank else HALF * seats
    for colour, planes, bank in (
        (Text("noirs", "black"), state.rows.black, state.bank.black),
        (Text("blancs", "white"), state.rows.white, state.bank.white),
    ):
        there = bank + sum(plane.bit_count() for plane in planes)
        if there != total:
            raise bad(
                f"les rangs et la banque ont {there} pions {colour.fr} au lieu de {total}",
                f"rows and bank hold {there} {colour.en} pawns, not {total}",
                "POINT-8",
            )


def _check_stopped(state: State) -> None:
    """POINT-30, POINT-32. One partner at most has stopped, and with a pure row."""
    for seat in range(SEATS[state.table.mode]):
        if not has_stopped(state, seat):
            continue
        if state.table.mode != TEAMS:
            raise bad("on ne s’arrête qu’en équipes", "players stop only in teams", "POINT-30")
        if has_stopped(state, partner(seat)):
            raise bad(
                f"les joueurs {seat % 2 + 1} et {seat % 2 + 3} ne peuvent s’être arrêtés tous deux",
                f"players {seat % 2 + 1} and {seat % 2 + 3} cannot both have stopped",
                "POINT-32",
            )
        if not pure(state.colours, row_of(state.rows, seat), seat):
            raise bad(
                f"le joueur {seat + 1} s’est arrêté sans rang de sa seule couleur",
                f"player {seat + 1} has stopped without a row of one colour",
                "POINT-30",
            )


def _check_hands(state: State, said: Claims) -> None:
    """POINT-6, POINT-10, POINT-31. Three cards each, one more after drawing, six for two."""
    for seat, hand in enumerate(said.hands):
        due, rule = HAND, "POINT-6"
        if has_stopped(state, seat):
            due, rule = 0, "POINT-31"
        elif state.table.mode == TEAMS and has_stopped(state, partner(seat)):
            due, rule = 2 * HAND, "POINT-31"
        if state.phase == USE and seat == state.turn:
            due, rule = due + 1, "POINT-10"
        if len(hand) != due:
            raise bad(
                f"le joueur {seat + 1} a {len(hand)} carte{'s' * (len(hand) > 1)} au lieu de {due}",
                f"player {seat + 1} holds {len(hand)} card{'s' * (len(hand) != 1)}, not {due}",
                rule,
            )


def _winners(state: State) -> list[int]:
    seats, rows = range(SEATS[state.table.mode]), state.rows
    return [
        seat
        for seat in seats
        if won_by(
            state.table.mode, state.colours, row_of(rows, seat), row_of(rows, partner(seat)), seat
        )
    ]


def _check_over(state: State) -> None:
    """POINT-21, POINT-23, POINT-27. Something has ended the match."""
    cards, teams = state.cards, state.table.mode == TEAMS
    sides = {seat % 2 if teams else seat for seat in _winners(state)}
    if cards.offer != NO_CARD:
        raise bad(
            "la partie finie, il n’y a plus de carte visible",
            "when the match is over no card is left face up",
            "POINT-19",
        )
    spent = cards.pile == empty_pile() and cards.rebuilds == CAP
    if len(sides) > 1 or (not sides and not spent):
        raise bad(
            "ce n’est le tour de personne, mais rien n’a terminé la partie",
            "it is nobody's turn, but nothing has ended the match",
        )


def _check_turn(state: State) -> None:
    """POINT-10, POINT-19, POINT-28, POINT-30. The seat to move really has something to decide."""
    seat, phase, offer = state.turn, state.phase, state.cards.offer
    if _winners(state):
        rule = "POINT-27" if state.table.mode == TEAMS else "POINT-21"
        raise bad("la partie serait déjà gagnée", "the match would be won already", rule)
    if offer != NO_CARD and (phase != START or not usable(state, seat, offer)):
        raise bad(
            "une carte visible ne reste que si le joueur qui commence son tour peut l’utiliser",
            "a card is left face up only while the player who begins a turn can use it",
            "POINT-20",
        )
    if phase == START and offer == NO_CARD and not may_stop(state, seat):
        raise bad(
            f"le joueur {seat + 1} n’aurait rien à décider avant de piocher : sa carte est piochée",
            f"player {seat + 1} would have nothing to decide before drawing: the card is drawn",
            "POINT-10",
        )
    if phase == PURE and not may_stop(state, seat):
        raise bad(
            f"le joueur {seat + 1} ne peut pas s’arrêter",
            f"player {seat + 1} may not stop",
            "POINT-30",
        )
    alone = state.table.mode != TEAMS or has_stopped(state, partner(seat))
    if state.regrouped and (phase == START or alone):
        raise bad(
            "personne n’a pu regrouper ses cartes", "nobody can have regrouped cards", "POINT-28"
        )
