"""Partners of the house: asked by a partner, they think elsewhere and answer.

Whoever asks with a question mark, in private or aloud, is answered in the same channel. The house
says no more than its seat may know, and gives nothing away that is still secret to others.
"""

import asyncio
import logging
import unicodedata
from concurrent.futures import CancelledError
from functools import partial
from typing import NamedTuple

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language, Text
from tabletier.match.match import Match
from tabletier.match.sentences import player, sentences
from tabletier.search.evaluation import known_by
from tabletier.search.hints import Hint, of_another
from tabletier.search.knowledge import Knowledge
from tabletier.server.live.bots import LEASE, Minds
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables.acts import LogLine, Said
from tabletier.server.tables.decision import Decision, playing
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import side_of

log = logging.getLogger(__name__)


MARKS = "?\u061f"
"""What ends a question, once signs of full width are made plain."""
NO_HINTS = Text(
    "À cette table on joue sans conseils : je garde mon avis pour moi.",
    "At this table people play without hints: I keep my opinion to myself.",
)
SECRET = Text(
    "Trop de choses sont encore secrètes : je ne peux rien conseiller ici.",
    "Too much is still secret: I cannot advise anything here.",
)
UNSURE = Text("Je ne sais que conseiller ici.", "I do not know what to advise here.")


class PartnerQuestion(NamedTuple):
    """A question to a partner of the house."""

    number: int
    """The line in which it was asked."""
    said: Said
    seat: int
    """Where the partner sits who answers."""


def asked(table: Table, line: LogLine) -> PartnerQuestion | None:
    """What a line asks of a partner whom the house plays, if it does."""
    if table.status != "playing":
        return None
    for act in line.acts:
        if isinstance(act, Said) and not act.house and is_question(act.text):
            seat = _partner(table, act)
            if seat is not None:
                return PartnerQuestion(line.number, act, seat)
    return None


def is_question(text: str) -> bool:
    """Whether somebody asks something."""
    return any(mark in unicodedata.normalize("NFKC", text) for mark in MARKS)


def _partner(table: Table, said: Said) -> int | None:
    """The seat of the first partner whom the house plays."""
    if said.seat is None or said.channel == "spectators":
        return None
    for number in side_of(table, said.seat):
        seat = table.seats[number]
        if seat.level is not None and seat.person != said.person:
            return number
    return None


def basis(table: Table, match: Match, question: PartnerQuestion) -> Knowledge | Text:
    """What the partner thinks about; or what there is to say without thinking."""
    said, seat, mover = question.said, question.seat, match.to_move
    if table.house.hints is False:
        return NO_HINTS
    if mover is None or mover not in side_of(table, seat):
        return _not_our_turn(player(mover or 0))
    if match.secret or find(match.game).hidden(match.view(seat)["table"]):
        among_us = mover == seat and said.channel == "team"
        return known_by(match, seat) if among_us else SECRET
    return known_by(match, seat)


def _not_our_turn(mover: Text) -> Text:
    return Text(
        f"C'est à {mover.fr} de jouer : demandez-le-moi quand ce sera à nous.",
        f"{mover.en} is to play: ask me when it is our turn.",
    )


def advice(match: Match, question: PartnerQuestion, hint: Hint) -> Text:
    """A hint in words: the move as it would be told, and why."""
    caused = match.play(hint.move).events_for(question.seat)
    told = find(match.game).brief(caused[0]) or sentences(match.game, caused[:1])[0]
    why = hint.reason
    lead = Text("Mon conseil", "My advice")
    if match.to_move != question.said.seat:
        lead, why = Text("Je pense jouer ainsi", "I mean to play this"), of_another(why)
    return Text(
        f"{lead.fr} — {told.fr.rstrip('.')} : {why.fr.rstrip('.')}.",
        f"{lead.en} — {told.en.rstrip('.')}: {why.en.rstrip('.')}.",
    )


def answered(table: Table, question: PartnerQuestion, moment: int, text: Text) -> Decision:
    """What the partner says, where it still holds. Raises Refused."""
    playing(table)
    seat, said = table.seats[question.seat], question.said
    if seat.level is None or table.moment != moment:
        raise wrong_time("La position a changé.", "The position has changed.")
    language: Language = "en" if said.language == "en" else "fr"
    answer = Said(
        name=seat.opponent or table.name_opponent(seat.level),
        person="",
        channel=said.channel,
        text=text.say(language),
        seat=question.seat,
        language=language,
        house=True,
    )
    return Decision((answer,))


SECONDS = 0.5
"""How long a partner thinks."""
TRIES = 3
"""How often a partner thinks anew because somebody has moved meanwhile."""


MOST_THOUGHTS = 1000
"""Thoughts kept for whoever asks again."""


class _Thought(NamedTuple):
    """What a partner has thought, of which decision and from what."""

    moment: int
    known: Knowledge
    hint: Hint


class Partners:
    """Answers for the seats that the house plays beside a person."""

    def __init__(self, hub: Hub, minds: Minds) -> None:
        self._hub, self._minds = hub, minds
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._thoughts: dict[tuple[str, int], _Thought] = {}
        hub.after.append(self.heard)

    def heard(self, room: Room, line: LogLine | None) -> None:
        """Something happened at a table: perhaps a partner of the house was asked."""
        question = None if line is None else asked(room.table, line)
        if question is None:
            return
        key = room.table.id, question.seat
        earlier = self._thinking.get(key)
        if earlier is not None:  # the last question is answered
            earlier.cancel()
        task = asyncio.create_task(self._answer(room, question))
        self._thinking[key] = task
        task.add_done_callback(lambda done: self._ended(key, done))

    def _ended(self, key: tuple[str, int], task: "asyncio.Task[None]") -> None:
        if self._thinking.get(key) is task:
            del self._thinking[key]
        if not task.cancelled() and task.exception() is not None:
            log.error("a partner did not answer: %s", type(task.exception()).__name__)

    async def _answer(self, room: Room, question: PartnerQuestion) -> None:
        claim = f"partner:{room.table.id}:{question.number}"
        if not await self._hub.neighbours.claim(claim, LEASE):
            return
        for _ in range(TRIES):
            moment = room.table.moment
            text = await self._said(room.table, question)
            if text is None:
                return
            deciding = partial(_deciding, question, moment, text)
            try:
                await self._hub.write(room, deciding)
            except Refused as refusal:
                log.info("a partner's answer came too late: %s", refusal.code)
            else:
                return

    async def _said(self, table: Table, question: PartnerQuestion) -> Text | None:
        """What a partner answers; nothing once the match is over."""
        match = table.match
        if match is None or table.status != "playing":
            return None
        known = basis(table, match, question)
        if isinstance(known, Text):
            return known
        try:
            return advice(match, question, await self._thought(table, question.seat, known))
        except (CancelledError, RuntimeError, GameError):
            log.exception("a partner could not think about %s", table.game)
            return UNSURE

    async def _thought(self, table: Table, seat: int, known: Knowledge) -> Hint:
        """What a partner thinks, once for each decision: asked again, it is of the same mind."""
        key, moment = (table.id, seat), table.moment
        thought = self._thoughts.pop(key, None)
        if thought is None or thought[:2] != (moment, known):
            seed = f"partner {table.id} {seat} {moment}"
            hint = await asyncio.wrap_future(self._minds.hint(known, seed, SECONDS))
            thought = _Thought(moment, known, hint)
        self._thoughts[key] = thought  # the last one used is the last to be forgotten
        if len(self._thoughts) > MOST_THOUGHTS:
            del self._thoughts[next(iter(self._thoughts))]
        return thought.hint

    def close(self) -> None:
        """Nobody is answered any more."""
        for task in self._thinking.values():
            task.cancel()


def _deciding(question: PartnerQuestion, moment: int, text: Text, table: Table, _: int) -> Decision:
    return answered(table, question, moment, text)
