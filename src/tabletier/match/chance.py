"""Chance made visible: what may be drawn now, how likely it is, and a draw that somebody chose."""

from fractions import Fraction

from tabletier.games.kernel.contract import CHANCE
from tabletier.games.kernel.errors import BadDraw, BadOption
from tabletier.games.kernel.text import Text
from tabletier.match.log import EXPLICIT, SEEDED, Chance
from tabletier.match.match import Match
from tabletier.match.options import quoted

MOST_NAMED = 12
"""Outcomes that a refusal lists."""


def checked_chance(chance: object, seed: object = None) -> Chance:
    """Who decides the draws: `seed` or `explicit`, which leaves a seed without any meaning."""
    if chance == SEEDED:
        return "seed"
    if chance != EXPLICIT:
        raise BadOption(
            Text(
                f"« chance » est « seed » ou « explicit », pas {quoted(chance)}.",
                f"'chance' is 'seed' or 'explicit', not {quoted(chance)}.",
            )
        )
    if seed is not None:
        raise BadOption(
            Text(
                "Une partie dont on choisit les tirages n'a pas de graine : retirez l'une ou "
                "l'autre.",
                "A match whose draws are chosen has no seed: leave out one or the other.",
            )
        )
    return "explicit"


def outcomes(match: Match) -> dict[str, list[int]]:
    """The tickets of every outcome of the draw that is due; nothing when none is."""
    if match.to_move != CHANCE:
        return {}
    rules, state, write = match._game.rules, match._state, match._game.write
    steps: dict[int, list[int]] = {}
    for number in range(match._waiting[1]):
        steps.setdefault(int(rules.chance(state, number)), []).append(number)
    found = {write(state, (step,)): tickets for step, tickets in steps.items()}
    return {text: found[text] for text in sorted(found)}


def chances(match: Match) -> dict[str, Fraction]:
    """How likely each outcome of the draw that is due is; together exactly 1."""
    total = match._waiting[1]
    return {text: Fraction(len(tickets), total) for text, tickets in outcomes(match).items()}


def draw(match: Match, outcome: object) -> Match:
    """The match after a draw that somebody chose. Raises BadDraw."""
    if match.to_move != CHANCE:
        raise BadDraw(_NOTHING_DUE if match.chance == EXPLICIT else _FROM_SEED)
    found = outcomes(match)
    if not isinstance(outcome, str) or outcome not in found:
        raise BadDraw(_impossible(outcome, list(found)))
    return match._draw_ticket(found[outcome][0])._count_repetition()


def _impossible(outcome: object, possible: list[str]) -> Text:
    listed = ", ".join(possible[:MOST_NAMED]) + (", …" if len(possible) > MOST_NAMED else "")
    return Text(
        f"{quoted(outcome)} ne peut pas être tiré maintenant : il faut l'un de {listed}.",
        f"{quoted(outcome)} cannot be drawn now: expected one of {listed}.",
    )


_NOTHING_DUE = Text("Rien n'est à tirer maintenant.", "Nothing is to be drawn now.")
_FROM_SEED = Text(
    'Les tirages de cette partie viennent de sa graine ; on les choisit avec chance="explicit".',
    'The draws of this match come from its seed; they are chosen with chance="explicit".',
)
