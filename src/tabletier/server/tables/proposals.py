"""What players ask of each other: who proposes, who must agree, and what comes of it.

Each kind of question says when it may be asked and what happens once everybody has agreed; the rest
is the same for all. People answer for themselves. Opponents of the house agree at once, but a draw
they think about, elsewhere (`live.bots`). A stand-in gives nothing away for a person who is
not there: it answers a draw as it plays, and anything else with no; but whoever is back takes back
what a stand-in did for them when the people who play agree, and at once where there are none.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.server.tables import acts, orders
from tabletier.server.tables.decision import Actor, Decision, playing, seated
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table

REASONS: dict[acts.Reason, Text] = {
    "early": Text(
        "Il est trop tôt pour parler de nulle : jouons encore un peu.",
        "It is too early for a draw: let us play on a little.",
    ),
    "ahead": Text("Je suis devant, et je continue.", "I am ahead, and play on."),
    "even": Text("La partie est égale : d'accord.", "The match is even: agreed."),
    "behind": Text("Vous êtes devant : volontiers.", "You are ahead: gladly."),
    "unsure": Text(
        "Je ne sais pas juger cette position : je continue.",
        "I cannot judge this position, and play on.",
    ),
    "absent": Text(
        "Je garde seulement cette place, et n'accorde rien au nom d'une personne absente.",
        "I only keep this seat, and grant nothing for a person who is not here.",
    ),
}
"""What the house says with its answer."""
AGREEING: frozenset[acts.Reason] = frozenset({"even", "behind"})


class Kind(NamedTuple):
    """A kind of question. What `seats` are: all those of the person who asks."""

    check: Callable[[Table, Match, list[int]], None]
    """Raises Refused where it may not be asked now."""
    settle: Callable[[Table, Match, list[int]], tuple[acts.AnyAct, ...]]
    """What happens once everybody has agreed. Raises Refused where that cannot be any more."""
    house_thinks: bool = False
    """Whether opponents of the house think about it; otherwise they agree at once."""
    outlasts_moves: bool = False
    """Whether it still stands when its asker moves."""
    keeps: Callable[[Table, Match, list[int]], int] | None = None
    """How many moves would stand, where some are taken back."""
    among_present: bool = False
    """Whether only people who play are asked, and nobody for whom a stand-in does."""
    is_free: Callable[[Table], bool] = lambda table: False  # noqa: ARG005 - usually it is not
    """Whether nobody has to agree."""


def ask(table: Table, order: orders.Ask, actor: Actor, now: int) -> Decision:
    """Somebody proposes something. Raises Refused."""
    mine, kind = seated(table, actor), KINDS[order.question]
    match = playing(table)
    if table.question is not None:
        raise wrong_time("Une proposition attend déjà une réponse.", "A proposal is open already.")
    kind.check(table, match, mine)
    asked = acts.Asked(seat=speaker(table, mine), question=order.question, stands=True)
    return Decision((asked, *settled(table, match, order.question, mine, set(mine))))


def answer(table: Table, order: orders.Answer, actor: Actor, now: int) -> Decision:
    """Somebody agrees to a proposal, or does not. Raises Refused."""
    mine, question = seated(table, actor), _open(table)
    answered = acts.Answered(seat=speaker(table, mine), question=question, yes=order.yes)
    if not order.yes or question not in KINDS:
        return Decision((answered,))
    match = playing(table)
    agreed = table.agreed | set(mine)
    return Decision((answered, *settled(table, match, question, askers(table), agreed)))


def withdraw(table: Table, order: orders.Withdraw, actor: Actor, now: int) -> Decision:
    """Whoever proposed something does so no more. Raises Refused."""
    mine, question, asker = seated(table, actor), _open(table), table.asked_by
    if asker is None or asker not in mine:
        raise wrong_time(
            "Ce n'est pas vous qui l'avez proposé.", "It was not you who proposed this."
        )
    return Decision((acts.Withdrawn(seat=asker, question=question),))


def overtaken(table: Table, seat: int) -> tuple[acts.AnyAct, ...]:
    """What a person's move says about an open question: its asker withdraws it, others decline.

    The moves of the house leave it open; so does whoever has agreed.
    """
    question, asker, person = table.question, table.asked_by, table.seats[seat].person
    if question is None or asker is None or person is None:
        return ()
    if person == table.seats[asker].person:
        gone = not KINDS[question].outlasts_moves
        return (acts.Withdrawn(seat=asker, question=question),) if gone else ()
    if person in {table.seats[number].person for number in table.agreed}:
        return ()
    return (acts.Answered(seat=seat, question=question, yes=False, reason="moved"),)


def waiting(table: Table) -> list[int]:
    """The seats whose answer the house owes: those that it plays and that have not agreed."""
    if table.question is None or table.status != "playing":
        return []
    return [
        number
        for number in unsettled(table, table.question, table.agreed)
        if table.seats[number].level is not None
    ]


def house_answers(table: Table, asked_at: int, answers: Mapping[int, acts.Reason]) -> Decision:
    """What the house says for its seats to a proposal. Raises Refused if nobody waits for it."""
    match, question, due = playing(table), table.question, set(waiting(table))
    if question is None or table.asked_at != asked_at or not due & answers.keys():
        raise _nothing_asked()
    said = [
        acts.Answered(seat=seat, question=question, yes=reason in AGREEING, reason=reason)
        for seat, reason in answers.items()
        if seat in due
    ]
    no = next((answered for answered in said if not answered.yes), None)
    if no is not None:
        return Decision((no,))
    agreed = table.agreed | {answered.seat for answered in said}
    return Decision((*said, *settled(table, match, question, askers(table), agreed)))


def settled(
    table: Table, match: Match, question: acts.Question, seats: list[int], agreed: set[int]
) -> tuple[acts.AnyAct, ...]:
    """What happens once everybody who must agree has agreed; nothing before."""
    kind = KINDS[question]
    if not kind.is_free(table) and unsettled(table, question, agreed):
        return ()
    return kind.settle(table, match, seats)


def unanswered(table: Table) -> list[int]:
    """The seats of those who have yet to answer; not of those for whom a stand-in plays."""
    said = {table.seats[seat].person for seat in table.agreed | table.declined}
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.person is not None and seat.person not in said and seat.level is None
    ]


def unsettled(table: Table, question: acts.Question, agreed: set[int]) -> list[int]:
    """The seats that have yet to agree; a person agrees for all seats of theirs."""
    persons = {table.seats[seat].person for seat in agreed} - {None}
    return [
        number
        for number, seat in enumerate(table.seats)
        if number not in agreed
        and seat.person not in persons
        and (seat.person is not None or KINDS[question].house_thinks)
        and (seat.level is None or not KINDS[question].among_present)
    ]


def puts_back(table: Table) -> bool:
    """Whether what is asked would put back what chance drew, so that its asker knows what comes."""
    keeps = None if table.question not in KINDS else KINDS[table.question].keeps
    if keeps is None or table.match is None:
        return False
    return table.match.drew_since(keeps(table, table.match, askers(table)))


def askers(table: Table) -> list[int]:
    """All seats of whoever asks."""
    person = None if table.asked_by is None else table.seats[table.asked_by].person
    return [] if person is None else table.seats_of(person)


def speaker(table: Table, mine: list[int]) -> int:
    """Of several seats of a person the one that speaks: the one to move, else the first."""
    return table.to_move if table.to_move in mine else mine[0]


def kept(table: Table, match: Match, seats: list[int]) -> int:
    """How many moves stand when the last move of some seats is taken back. Raises Refused."""
    movers = [entry.by for entry in match.log if entry.act == "move"]
    own = [number for number, seat in enumerate(movers) if seat in seats]
    if not own:
        raise wrong_time("Vous n'avez pas encore joué.", "You have not moved yet.")
    return own[-1]


def _open(table: Table) -> acts.Question:
    if table.question is None:
        raise _nothing_asked()
    return table.question


def _nothing_asked() -> Refused:
    return wrong_time("Aucune proposition n'attend de réponse.", "Nothing was proposed.")


def _check_takeback(table: Table, match: Match, seats: list[int]) -> None:
    if table.house.takeback == "never":
        raise wrong_time("À cette table on ne reprend pas.", "Nothing is taken back at this table.")
    _check_draws(table, match, kept(table, match, seats))


def _check_draws(table: Table, match: Match, stand: int) -> None:
    if match.drew_since(stand) and not may_put_back(table):
        raise wrong_time(
            "À cette table, on ne reprend pas un coup après lequel le hasard a parlé.",
            "At this table a move is not taken back once chance has drawn after it.",
        )


def _take_back(table: Table, match: Match, seats: list[int]) -> tuple[acts.AnyAct, ...]:
    _check_takeback(table, match, seats)  # chance may have drawn since it was asked
    return (acts.TookBack(kept=kept(table, match, seats)),)


def _check_draw(table: Table, match: Match, seats: list[int]) -> None:
    if table.plays_on:
        raise wrong_time(
            "Un adversaire de la maison vient de refuser ; proposez à nouveau après un coup.",
            "An opponent of the house has just declined; propose it again after a move.",
        )


def _draw(table: Table, match: Match, seats: list[int]) -> tuple[acts.AnyAct, ...]:
    return (acts.Ended(winners=[], reason="agreement", seed=table.seed),)


def kept_by_stand_in(table: Table, match: Match, seats: list[int]) -> int:
    """How many moves stand without those that stand-ins made for some seats. Raises Refused."""
    made = [index for seat in seats for index in table.seats[seat].played]
    if not made:
        raise wrong_time(
            "Personne n'a joué à votre place depuis votre dernier coup.",
            "Nobody has played for you since your last move.",
        )
    return min(made)


def _check_return(table: Table, match: Match, seats: list[int]) -> None:
    _check_draws(table, match, kept_by_stand_in(table, match, seats))


def _return(table: Table, match: Match, seats: list[int]) -> tuple[acts.AnyAct, ...]:
    _check_return(table, match, seats)
    return (acts.TookBack(kept=kept_by_stand_in(table, match, seats)),)


KINDS: dict[acts.Question, Kind] = {
    "takeback": Kind(
        _check_takeback,
        _take_back,
        keeps=kept,
        is_free=lambda table: table.house.takeback == "free",
    ),
    "stand_in": Kind(_check_return, _return, keeps=kept_by_stand_in, among_present=True),
    "draw": Kind(_check_draw, _draw, house_thinks=True, outlasts_moves=True),
}
"""What may be asked while a match goes on. A rematch is asked after it: see `agreement`."""


def counts(table: Table) -> bool:
    """Whether a result is kept for or against anybody: the one place where that is decided."""
    return table.house.rated


def may_put_back(table: Table) -> bool:
    """Whether a take-back may put back what chance drew."""
    return table.house.takeback_draws and not counts(table)
