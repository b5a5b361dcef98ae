"""Taking a move back and agreeing on a draw: who proposes, who must agree, and what comes of it.

People answer for themselves. Opponents of the house agree to any takeback that the table allows;
a draw they think about, elsewhere (`live.answers`). A stand-in gives nothing away for a person who
is not there: it answers a draw as it plays, and a takeback with no.
"""

from tabletier.match.match import Match
from tabletier.server.tables import acts, orders
from tabletier.server.tables.decision import Actor, Decision, playing, seated
from tabletier.server.tables.refused import wrong_time
from tabletier.server.tables.table import Table


def ask(table: Table, order: orders.Ask, actor: Actor, now: int) -> Decision:
    """Somebody proposes something. Raises Refused."""
    match = playing(table)
    mine = seated(table, actor)
    if table.question is not None:
        raise wrong_time("Une proposition attend déjà une réponse.", "A proposal is open already.")
    asked = acts.Asked(seat=mine[0], question=order.question)
    if order.question == "draw":
        if table.plays_on:
            raise wrong_time(
                "Un adversaire de la maison vient de refuser ; proposez à nouveau après un coup.",
                "An opponent of the house has just declined; propose it again after a move.",
            )
        return Decision((asked, *settled(table, match, "draw", set(mine))))
    if table.house.takeback == "never":
        raise wrong_time("À cette table on ne reprend pas.", "Nothing is taken back at this table.")
    _kept(match, mine)
    return Decision((asked, *settled(table, match, "takeback", set(mine))))


def answer(table: Table, order: orders.Answer, actor: Actor, now: int) -> Decision:
    """Somebody agrees to a proposal, or does not. Raises Refused."""
    match, mine = playing(table), seated(table, actor)
    if table.question is None:
        raise wrong_time("Aucune proposition n'attend de réponse.", "Nothing was proposed.")
    answered = acts.Answered(seat=mine[0], question=table.question, yes=order.yes)
    if not order.yes:
        return Decision((answered,))
    return Decision((answered, *settled(table, match, table.question, table.agreed | set(mine))))


def waiting(table: Table) -> list[int]:
    """The seats whose answer the house owes: those that it plays and that have not agreed."""
    if table.question is None or table.status != "playing":
        return []
    return [
        number
        for number in unsettled(table, table.question, table.agreed)
        if table.seats[number].level is not None
    ]


def house_answers(table: Table, asked_at: int, answers: dict[int, bool]) -> Decision:
    """What the house says for its seats to a proposal. Raises Refused if nobody waits for it."""
    match, question, due = playing(table), table.question, set(waiting(table))
    if question is None or table.asked_at != asked_at or not due & answers.keys():
        raise wrong_time("Aucune proposition n'attend de réponse.", "Nothing was proposed.")
    said = {seat: yes for seat, yes in answers.items() if seat in due}
    no = next((seat for seat, yes in said.items() if not yes), None)
    if no is not None:
        return Decision((acts.Answered(seat=no, question=question, yes=False),))
    agreed = [acts.Answered(seat=seat, question=question, yes=True) for seat in said]
    return Decision((*agreed, *settled(table, match, question, table.agreed | set(said))))


def settled(
    table: Table, match: Match, question: acts.Question, agreed: set[int]
) -> tuple[acts.AnyAct, ...]:
    """What happens once everybody who must agree has agreed; nothing before."""
    free = question == "takeback" and table.house.takeback == "free"
    if not free and unsettled(table, question, agreed):
        return ()
    if question == "draw":
        return (acts.Ended(winners=[], reason="agreement", seed=table.seed),)
    asker = table.asked_by if table.asked_by is not None else min(agreed)
    mine = table.seats_of(table.seats[asker].person or "")
    return (acts.TookBack(kept=_kept(match, mine)),)


def unsettled(table: Table, question: acts.Question, agreed: set[int]) -> list[int]:
    """The seats that have yet to agree; a person agrees for all seats of theirs."""
    persons = {table.seats[seat].person for seat in agreed} - {None}
    return [
        number
        for number, seat in enumerate(table.seats)
        if number not in agreed
        and seat.person not in persons
        and (seat.person is not None or question == "draw")
    ]


def _kept(match: Match, seats: list[int]) -> int:
    """How many moves stand when the last move of some seats is taken back. Raises Refused."""
    movers = [entry.by for entry in match.log if entry.act == "move"]
    own = [number for number, seat in enumerate(movers) if seat in seats]
    if not own:
        raise wrong_time("Vous n'avez pas encore joué.", "You have not moved yet.")
    return own[-1]
