"""From an order to what it adds to the log, or a refusal. Pure: the time is handed in."""

from collections.abc import Callable
from typing import Any

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.server.tables import acts, orders
from tabletier.server.tables.agreement import changed, check_level, propose
from tabletier.server.tables.beginning import first_match
from tabletier.server.tables.days import end_leave, keep_hours, plan, take_leave
from tabletier.server.tables.decision import (
    Actor,
    Decision,
    check_pause,
    left,
    looked,
    playing,
    seated,
    sits_down,
)
from tabletier.server.tables.errors import (
    Refused,
    not_host,
    not_seated,
    not_your_turn,
    refused_by_rules,
    stale,
    wrong_time,
)
from tabletier.server.tables.proposals import answer, ask, overtaken, speaker, withdraw
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import channel_for, spoken


def decide(table: Table, order: Any, actor: Actor, now: int) -> Decision:
    """What an order adds to the log. Raises Refused."""
    return _DECIDERS[type(order)](table, order, actor, now)


def open_seat(table: Table, wanted: int | None) -> int:
    """The free seat that is wanted, or the first. Raises Refused."""
    _must_be_open(table)
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if wanted is not None and wanted >= len(table.seats):
        raise _no_seat(wanted, len(table.seats))
    if not free or (wanted is not None and wanted not in free):
        raise wrong_time("Cette place est déjà prise.", "This seat is taken already.")
    return free[0] if wanted is None else wanted


def _sit(table: Table, order: orders.Sit, actor: Actor, now: int) -> Decision:
    seat = open_seat(table, order.seat)
    sat = acts.Sat(seat=seat, person=actor.person, name=order.name or actor.name)
    return Decision((sat, *sits_down(table, actor.person, seat)))


def _rename(table: Table, order: orders.Rename, actor: Actor, now: int) -> Decision:
    if table.status == "over":
        raise wrong_time("La partie est terminée.", "The match is over.")
    if order.seat not in seated(table, actor):
        raise wrong_time("Cette place n'est pas la vôtre.", "This seat is not yours.")
    return Decision((acts.Renamed(seat=order.seat, person=actor.person, name=order.name),))


def _stand(table: Table, order: orders.Stand, actor: Actor, now: int) -> Decision:
    _must_be_open(table)
    if order.seat >= len(table.seats):
        raise _no_seat(order.seat, len(table.seats))
    if actor.person not in (table.seats[order.seat].person, table.host):
        raise not_host()
    if table.seats[order.seat].free:
        raise wrong_time("Cette place est déjà libre.", "This seat is free already.")
    return Decision((acts.Stood(seat=order.seat),))


def _invite(table: Table, order: orders.Invite, actor: Actor, now: int) -> Decision:
    if actor.person != table.host:
        raise not_host()
    check_level(table.rules, order.level)
    name = table.name_opponent(order.level)
    seat = open_seat(table, order.seat)
    return Decision((acts.Invited(seat=seat, level=order.level, name=name),))


def _change(table: Table, order: orders.Change, actor: Actor, now: int) -> Decision:
    _must_be_open(table)
    if actor.person != table.host:
        raise not_host()
    return Decision((changed(table, order),))


def _start(table: Table, order: orders.Start, actor: Actor, now: int) -> Decision:
    _must_be_open(table)
    if actor.person != table.host:
        raise not_host()
    free = sum(seat.free for seat in table.seats)
    if free:
        raise wrong_time(
            f"Il reste {'une place libre' if free == 1 else f'{free} places libres'} : attendez "
            "quelqu'un ou invitez un adversaire.",
            f"{'One seat is' if free == 1 else f'{free} seats are'} free: wait for someone or "
            "invite an opponent.",
        )
    match = first_match(table)
    return Decision((started(table, match), *finish(table, match)), match)


def started(table: Table, match: Match) -> acts.Started:
    """The act that begins a match."""
    return acts.Started(commitment=match.commitment, version=table.rules.version)


def _move(table: Table, order: orders.Move | orders.PlainMove, actor: Actor, now: int) -> Decision:
    match = playing(table)
    seat = table.to_move
    if seat is None or table.seats[seat].person != actor.person:
        if not table.seats_of(actor.person):
            raise not_seated()
        raise not_your_turn()
    if order.ply != table.plies:
        raise stale(order.ply, table.plies)
    check_pause(table, now)
    if flag_has_fallen(table, now):
        raise wrong_time("Votre temps est écoulé.", "Your time is up.")
    done = moved(table, match, seat, order.move, now)
    back = _back(table, [seat])
    return Decision((*back, *done.acts), done.match) if back else done


def moved(
    table: Table, match: Match, seat: int, move: str, now: int, stand_in: bool = False
) -> Decision:
    """A move of the seat that is to move, and the end of the match if it ends it."""
    try:
        after = match.play(move)
    except GameError as error:
        raise refused_by_rules(error) from error
    spent = table.timing.used(now)
    act = acts.Moved(seat=seat, ply=table.plies, move=move, spent=spent, stand_in=stand_in)
    said = () if stand_in else overtaken(table, seat)
    return Decision((*said, act, *finish(table, after)), after)


def flag_has_fallen(table: Table, now: int) -> bool:
    """Whether the person to move has no time left; opponents of the house have their own."""
    flag = table.flag
    return flag is not None and flag <= now


def finish(table: Table, match: Match) -> tuple[acts.Ended, ...]:
    """The act that closes a match which the rules have ended."""
    result = match.result
    if result is None:
        return ()
    return (acts.Ended(winners=list(result.winners), reason=result.reason, seed=table.seed),)


def _rematch(table: Table, order: orders.Rematch, actor: Actor, now: int) -> Decision:
    return propose(table, order, actor)


def _ask(table: Table, order: orders.Ask, actor: Actor, now: int) -> Decision:
    if order.question == "rematch":
        return propose(table, orders.Rematch(do="rematch", key=order.key), actor)
    return ask(table, order, actor, now)


def _resign(table: Table, order: orders.Resign, actor: Actor, now: int) -> Decision:
    match, mine = playing(table), seated(table, actor)
    return Decision(given_up(table, match, mine[0], "resignation"))


def given_up(table: Table, match: Match, seat: int, reason: str) -> tuple[acts.Ended]:
    """The match lost by a seat's side. Raises Refused when there are more than two sides."""
    try:
        result = match.resign(seat).result
    except GameError as error:
        raise refused_by_rules(error) from error
    assert result is not None
    winners = list(result.winners)
    return (acts.Ended(winners=winners, reason=reason, by=seat, seed=table.seed),)


def _leave(table: Table, order: orders.Leave, actor: Actor, now: int) -> Decision:
    if table.status == "open":
        return left(table, actor)
    playing(table)
    mine = [seat for seat in seated(table, actor) if table.seats[seat].level is None]
    if not mine:
        raise wrong_time("On joue déjà à votre place.", "Somebody plays for you already.")
    level = table.house.stand_in
    return Decision(tuple(acts.StoodIn(seat=seat, level=level) for seat in mine))


def _return(table: Table, order: orders.Return, actor: Actor, now: int) -> Decision:
    playing(table)
    back = _back(table, seated(table, actor))
    if not back:
        raise wrong_time("Vous êtes déjà à votre place.", "You are in your seat already.")
    return Decision(back)


def _back(table: Table, seats: list[int]) -> tuple[acts.Back, ...]:
    """Those of some seats that were away or played by a stand-in are back."""
    back = [
        acts.Back(seat=seat)
        for seat in seats
        if table.seats[seat].level is not None or table.seats[seat].away_until is not None
    ]
    return tuple(back)


def _pace(table: Table, order: orders.Pace, actor: Actor, now: int) -> Decision:
    if actor.person != table.host:
        raise not_host()
    if table.status == "over":
        raise wrong_time("La partie est terminée.", "The match is over.")
    return Decision((acts.Paced(seconds=order.seconds),))


def _say(table: Table, order: orders.Say, actor: Actor, now: int) -> Decision:
    channel = channel_for(table, actor.person, order.channel)
    mine = table.seats_of(actor.person)
    seat = speaker(table, mine) if mine else None
    said = acts.Said(
        name=actor.name if seat is None else table.seats[seat].name,
        person=actor.person,
        channel=channel,
        text=spoken(order.text),
        seat=seat,
        language=actor.language,
    )
    return Decision((said,))


def _must_be_open(table: Table) -> None:
    if table.match is not None:
        raise wrong_time("La partie a commencé.", "The match has begun.")


def _no_seat(seat: int, count: int) -> Refused:
    return Refused(
        "table/no-seat",
        Text(
            f"Il n'y a pas de place {seat} : elles vont de 0 à {count - 1}.",
            f"There is no seat {seat}: they run from 0 to {count - 1}.",
        ),
        status=422,
    )


_DECIDERS: dict[type[orders.Order | orders.PlainMove], Callable[..., Decision]] = {
    orders.Sit: _sit,
    orders.Rename: _rename,
    orders.Rematch: _rematch,
    orders.Stand: _stand,
    orders.Invite: _invite,
    orders.Change: _change,
    orders.Start: _start,
    orders.Move: _move,
    orders.PlainMove: _move,
    orders.Ask: _ask,
    orders.Withdraw: withdraw,
    orders.Answer: answer,
    orders.Resign: _resign,
    orders.Leave: _leave,
    orders.Return: _return,
    orders.Looked: looked,
    orders.KeepHours: keep_hours,
    orders.Holiday: take_leave,
    orders.HolidayOver: end_leave,
    orders.PlanAnswers: plan,
    orders.Pace: _pace,
    orders.Say: _say,
}

__all__ = [
    "Actor",
    "Decision",
    "decide",
    "finish",
    "flag_has_fallen",
    "given_up",
    "moved",
    "open_seat",
    "playing",
    "started",
]
