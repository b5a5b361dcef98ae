"""Where people have days to think: their quiet hours, their leave, what they plan to answer."""

from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.server.tables import acts, orders
from tabletier.server.tables.decision import Actor, Decision, playing, seated
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.hours import MINUTES, Quiet, Span, united, zone_of
from tabletier.server.tables.plans import checked
from tabletier.server.tables.seats import leave_left
from tabletier.server.tables.table import Table

MOST_SPANS = 20
"""Times of leave in a match."""


def keep_hours(table: Table, order: orders.KeepHours, actor: Actor, now: int) -> Decision:
    """Somebody has it quiet at some hours of every day, from their next turn on."""
    mine = _seated_by_days(table, actor)
    if table.house.clock.hours >= 24:
        raise wrong_time(
            "À cette table, toutes les heures comptent.", "At this table all hours count."
        )
    asked = order.quiet
    quiet = None if asked is None else Quiet(asked.since, asked.until, asked.zone)
    if quiet is not None:
        _check_quiet(quiet, table.house.clock.hours)
    return Decision(
        tuple(acts.KeptHours(seat=seat, quiet=quiet, person=actor.person) for seat in mine)
    )


def _check_quiet(quiet: Quiet, hours: int) -> None:
    try:
        zone_of(quiet.zone)
    except ValueError:
        raise Refused(
            "hours/zone",
            Text(
                f"Fuseau horaire inconnu ici : « {quiet.zone} ». Écrivez par exemple "
                "Europe/Paris, ou +02:00.",
                f"No such time zone here: '{quiet.zone}'. Write for example Europe/Paris, "
                "or +02:00.",
            ).printable(),
            status=422,
        ) from None
    most = MINUTES - 60 * hours
    if not 0 < quiet.minutes <= most:
        raise Refused(
            "hours/too-long",
            Text(
                f"Vos heures de repos durent {_clock(quiet.minutes)} ; à cette table elles durent "
                f"au plus {_clock(most)} par jour, et plus que rien.",
                f"Your quiet hours last {_clock(quiet.minutes)}; at this table they last at most "
                f"{_clock(most)} a day, and more than nothing.",
            ),
            status=422,
        )


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def take_leave(table: Table, order: orders.Holiday, actor: Actor, now: int) -> Decision:
    """Somebody is on leave from one time to another, or as long as there is leave."""
    mine = _seated_by_days(table, actor)
    playing(table)
    clock, taken = table.house.clock, table.seats[mine[0]].leave
    since = now if order.since is None else max(now, order.since)
    left = leave_left(clock, taken)
    until = since + max(0, left) if order.until is None else order.until
    spans = united((*taken, Span(since, until)))
    lacking = -leave_left(clock, spans)
    if until <= since or lacking > 0 or left <= 0:
        raise Refused(
            "leave/too-long",
            Text(
                f"Il vous reste {days(left)} j de congé à cette table : choisissez une fin après "
                "le début, et pas plus que cela.",
                f"You have {days(left)} d of leave left at this table: choose an end after the "
                "beginning, and no more than that.",
            ),
            status=422,
        )
    if len(spans) > MOST_SPANS:
        raise wrong_time(
            f"Un congé se prend en {MOST_SPANS} fois au plus.",
            f"Leave is taken in {MOST_SPANS} parts at most.",
        )
    return Decision(tuple(acts.TookLeave(seat=seat, spans=spans) for seat in mine))


def end_leave(table: Table, order: orders.HolidayOver, actor: Actor, now: int) -> Decision:
    """Somebody is back from leave; what was not used of it is theirs again."""
    mine = _seated_by_days(table, actor)
    playing(table)
    taken = table.seats[mine[0]].leave
    spans = united(Span(since, min(until, now)) for since, until in taken)
    if spans == taken:
        raise wrong_time("Vous n'êtes pas en congé.", "You are not on leave.")
    return Decision(tuple(acts.TookLeave(seat=seat, spans=spans) for seat in mine))


def plan(table: Table, order: orders.PlanAnswers, actor: Actor, now: int) -> Decision:
    """Somebody says what they will answer to which moves."""
    match, (mine, *_) = check_planner(table, actor), table.seats_of(actor.person)
    if table.to_move == mine:
        raise wrong_time(
            "C'est à vous de jouer ; préparez vos réponses après votre coup.",
            "It is your turn; plan your answers after your move.",
        )
    return Decision((acts.Planned(seat=mine, lines=checked(match, mine, order.lines)),))


def check_planner(table: Table, actor: Actor) -> Match:
    """The match, if somebody may plan answers there. Raises Refused."""
    mine = _seated_by_days(table, actor)
    match = playing(table)
    if not may_plan(table):
        raise wrong_time(
            "Des réponses s'annoncent à deux, quand rien n'est caché ni tiré.",
            "Answers are planned between two, where nothing is hidden or drawn.",
        )
    if len(mine) > 1:
        raise wrong_time(
            "À un écran partagé, l'autre lirait vos réponses.",
            "At a shared screen the other would read your answers.",
        )
    return match


def may_plan(table: Table) -> bool:
    """Whether two play a game by days in which nothing is ever hidden or drawn after the start."""
    rules = table.rules
    drawn = rules.draws(table.options) == "play"
    return table.by_days and len(table.seats) == 2 and rules.is_open and not drawn


def _seated_by_days(table: Table, actor: Actor) -> list[int]:
    mine = seated(table, actor)
    if not table.by_days:
        raise wrong_time(
            "La pendule de cette table ne compte pas en jours.",
            "The clock of this table does not go by days.",
        )
    if table.status == "over":
        raise wrong_time("La partie est terminée.", "The match is over.")
    return mine


def leave_told(table: Table, act: acts.TookLeave, at: int) -> Text:
    """Somebody's leave in a sentence, as everybody is told it at that time."""
    name = table.seats[act.seat].name
    coming = next((span for span in act.spans if span.until > at), None)
    if coming is None:
        return Text(f"{name} revient de congé.", f"{name} is back from leave.")
    time = days(coming.until - max(at, coming.since))
    if coming.since <= at:
        return Text(f"{name} est en congé pour {time} j.", f"{name} is on leave for {time} d.")
    wait = days(coming.since - at)
    return Text(
        f"{name} sera en congé dans {wait} j, pour {time} j.",
        f"{name} will be on leave in {wait} d, for {time} d.",
    )


def days(ms: int) -> str:
    """So much time in days, as people write it."""
    return f"{max(0, ms) / 86_400_000:.1f}".removesuffix(".0")
