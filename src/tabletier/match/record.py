"""The portable record: JSON lines with a hash chain, readable for ever. See docs/records.md.

The first line says what was agreed, then one line per move or draw, then the result and the seed.
Each line's `hash` is the SHA-256 of the hash before it followed by the line itself without `hash`,
written as JSON with sorted keys and no spaces; so no line can be changed, added or taken out.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import CHANCE, MOVE, READINGS, Game
from tabletier.games.kernel.errors import BadRecord, GameError, NotAllowed
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.steps import bridge
from tabletier.games.kernel.text import Text, shown
from tabletier.match.log import EXPLICIT, NO_PROMISE, SEEDED, Imagined
from tabletier.match.match import Entry, Match
from tabletier.match.options import fill, quoted
from tabletier.match.seed import commitment, ticket
from tabletier.match.start import checked_seed

FORMAT = 1
MOST_CHARACTERS = 4_000_000
HEADER = {"tabletier", "game", "version", "options", "seats", "commitment", "start", "box", "hash"}
NAMES = "names"
"""What a header may have besides: the name of each seat's player."""
LONGEST_NAME = 100
TAIL = {"result", "seed", "hash"}
CHANCE_NAME = "chance"
COMMITMENT = re.compile("[0-9a-f]{64}")
CONTROL = re.compile("[\\x00-\\x1f\\x7f]")


class Verification(NamedTuple):
    """What a check of a record found: the match, and whether its luck could be checked."""

    match: Match
    deal_verified: bool
    """False while the seed is secret, and for good where draws were chosen (`match.chance`)."""


def write_record(match: Match, reveal: bool, names: Sequence[str] = ()) -> str:
    """The record of a match; without `reveal` the seed stays secret, without `names` who played."""
    if isinstance(match._start, Imagined):
        raise NotAllowed(_NEVER_PLAYED)
    if names and (isinstance(names, str) or not _are_names(list(names), match.seats)):
        raise BadRecord(Text(*(f"{sentence}." for sentence in _names_for(match.seats))))
    game, result = match._game, match.result
    header = {
        "tabletier": FORMAT,
        "game": game.key,
        "version": game.version,
        "options": _agreed(game, match.options),
        "seats": match.seats,
        "commitment": match.commitment,
        "start": match.start,
        "box": game.box,
        **({NAMES: list(names)} if names else {}),
    }
    tail = {
        "result": None if result is None else [list(result.winners), result.reason],
        "seed": match.seed if reveal else None,
    }
    lines, link = [], ""
    for body in (header, *map(_entry_line, range(len(match.log)), match.log), tail):
        link = _link(link, body)
        lines.append(_canonical({**body, "hash": link}))
    return "\n".join(lines) + "\n"


def _agreed(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as a record has them: other readings of the rule only where they are played.

    So a match as usual is written as it was before there were any, and older records are complete.
    """
    usual = {option.key: option.default for option in game.options if option.group == READINGS}
    return {key: v for key, v in options.items() if key not in usual or v != usual[key]}


def _entry_line(number: int, entry: Entry) -> dict[str, Any]:
    by = CHANCE_NAME if entry.by == CHANCE and entry.act == "draw" else entry.by
    return {"n": number, "by": by, entry.act: entry.text}


def _canonical(body: Any) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _link(before: str, body: dict[str, Any]) -> str:
    return hashlib.sha256((before + _canonical(body)).encode("utf-8", "surrogatepass")).hexdigest()


def load(text: str) -> Match:
    """The match of a record. Raises BadRecord, which says on which line and why.

    >>> import tabletier as tt
    >>> match = tt.new("expion", seed="any text").play("e9-e6")
    >>> tt.load(match.record()) == match
    True
    """
    return verify(text).match


def verify(text: str) -> Verification:
    """Replay a record, checking its chain, every move, every draw and the result.

    Draws that somebody chose are possible ones, but nobody can say that they were due to luck.

    >>> import tabletier as tt
    >>> tt.verify(tt.new("punto", seed="any text").record()).deal_verified
    True
    >>> draws = tt.new("barrier", {"first_player": "random"}, chance="explicit").draw("starts 1")
    >>> tt.verify(draws.record()).deal_verified
    False
    """
    lines = _parsed(text)
    _check_chain(lines)
    header, entries, tail = lines[0], lines[1:-1], lines[-1]
    match = _begin(header, tail)
    for number, line in enumerate(entries):
        match = _replay(match, line, number)
    _check_end(match, tail, len(lines))
    return Verification(match, match.seed is not None)


def names_in(text: str) -> tuple[str, ...]:
    """The names of the players in a record that was verified; none where it has none."""
    head: dict[str, Any] = json.loads(text.strip("\n").split("\n", 1)[0])
    return tuple(head.get(NAMES, ()))


def _bad(line: int, fr: str, en: str) -> BadRecord:
    return BadRecord(
        Text(
            f"Ce n'est pas un procès-verbal valable, ligne {line} : {fr}.",
            f"This is not a valid record, line {line}: {en}.",
        )
    )


def _parsed(text: object) -> list[dict[str, Any]]:
    if not isinstance(text, str):
        raise BadRecord(
            Text(
                f"Un procès-verbal est un texte, pas {quoted(text)}.",
                f"A record is a text, not {quoted(text)}.",
            )
        )
    if not text.strip():
        raise _bad(1, "le texte est vide", "the text is empty")
    if len(text) > MOST_CHARACTERS:
        raise _bad(1, "il est trop long", "it is too long")
    lines = []
    for number, line in enumerate(text.strip("\n").split("\n"), start=1):
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            raise _bad(number, "du JSON était attendu", "JSON was expected") from None
        if isinstance(body, dict) and {"record", "seats"} <= body.keys():
            raise _bad(
                number,
                "voici des parties emportées de « Vos parties », chacune avec son procès-verbal "
                "sous « record » ; ouvrez l'un d'eux, ou tout le fichier sur la page",
                "these are matches taken away from 'Your games', each with its record under "
                "'record'; open one of those, or the whole file on the page",
            )
        if not isinstance(body, dict) or not isinstance(body.get("hash"), str):
            raise _bad(number, "il manque « hash »", "'hash' is missing")
        lines.append(body)
    if set(lines[0]) - {NAMES} != HEADER:
        raise _bad(
            1,
            "ce n'est pas la première d'un procès-verbal",
            "it is not the first line of a record",
        )
    if set(lines[-1]) != TAIL:
        raise _bad(
            len(lines),
            "rien ne suit, il manque la fin avec le résultat",
            "nothing follows, the end with the result is missing",
        )
    return lines


def _check_chain(lines: list[dict[str, Any]]) -> None:
    link = ""
    for number, line in enumerate(lines, start=1):
        body = {key: value for key, value in line.items() if key != "hash"}
        try:
            link = _link(link, body)
        except (ValueError, RecursionError):
            raise _bad(number, "valeur impossible", "an impossible value") from None
        if line["hash"] != link:
            raise _bad(
                number,
                "elle a été changée après coup (l'empreinte ne correspond pas)",
                "it was changed after it was written (the hash does not fit)",
            )


def _begin(header: dict[str, Any], tail: dict[str, Any]) -> Match:
    """The match before its first draw or move."""
    if type(header["tabletier"]) is not int or header["tabletier"] != FORMAT:
        raise _bad(1, "ce format est inconnu", "this format is unknown")
    promised = header["commitment"]
    if not isinstance(promised, str) or not COMMITMENT.fullmatch(promised):
        raise _bad(1, "« commitment » n'est pas une empreinte", "'commitment' is not a hash")
    try:
        game = find(header["game"])
        _check_edition(game, header)
        options = fill(game, header["options"])
        start = header["start"]
        state, memory = (game.start(options), None) if start is None else game.setup(start, options)
    except BadRecord:
        raise
    except GameError as error:
        raise _bad(1, error.text.fr.rstrip("."), error.text.en.rstrip(".")) from error
    _check_header(game, header, options)
    if start is None:
        memory = game.remember(None, None, -1, state)
    seed = tail["seed"]
    if seed is not None and (not _usable(seed) or commitment(seed) != promised):
        raise BadRecord(
            Text(
                "La graine révélée n'est pas celle qui fut promise au début de la partie.",
                "The seed shown is not the one that was committed to when the match began.",
            )
        )
    waiting = bridge(game).waiting(state)
    match = Match(game, options, seed, promised, start, state, memory, waiting)
    chosen = promised == NO_PROMISE
    return match._with(chance=EXPLICIT if chosen else SEEDED)._count_repetition()


def _usable(seed: object) -> bool:
    try:
        return seed is not None and checked_seed(seed) == seed
    except GameError:
        return False


def _check_edition(game: Game, header: dict[str, Any]) -> None:
    """Before anything else is understood by rules that may have changed since."""
    if header["version"] != game.version:
        raise _bad(
            1,
            f"version {shown(header['version'])} des règles, la maison connaît {game.version}",
            f"rules version {shown(header['version'])}, the house knows {game.version}",
        )
    if header["box"] != game.box:
        raise _bad(
            1,
            "la partie fut jouée avec d'autres données de boîte (TABLETIER_BOX_DIR)",
            "the match was played with other box data (TABLETIER_BOX_DIR)",
        )


def _check_header(game: Game, header: dict[str, Any], options: dict[str, Any]) -> None:
    seats = sum(len(team) for team in game.teams(options))
    if type(header["seats"]) is not int or header["seats"] != seats:
        raise _bad(1, f"il faut {seats} places", f"there must be {seats} seats")
    given = header["options"]
    if not isinstance(given, dict) or _agreed(game, options) != _agreed(game, given):
        raise _bad(1, "les options sont incomplètes", "the options are incomplete")
    if NAMES in header and not _are_names(header[NAMES], seats):
        raise _bad(1, *_names_for(seats))


def _names_for(seats: int) -> Text:
    return Text(
        f"« names » est une liste de {seats} noms d'au plus {LONGEST_NAME} caractères",
        f"'names' is a list of {seats} names of at most {LONGEST_NAME} characters",
    )


def _are_names(names: object, seats: int) -> bool:
    """Whether there is a name for each seat; an empty one where nobody gave any."""
    if not isinstance(names, list) or len(names) != seats:
        return False
    return all(
        isinstance(name, str) and len(name) <= LONGEST_NAME and not CONTROL.search(name)
        for name in names
    )


def _replay(match: Match, line: dict[str, Any], number: int) -> Match:
    """The match after one line of the record."""
    acts: dict[str, Callable[[Match, Any, Any], Match]] = {
        "move": _replay_move,
        "draw": _replay_draw,
        "resign": _replay_resign,
        "agree": _replay_agree,
    }
    named = set(line) - {"n", "by", "hash"}
    act = next(iter(named)) if len(named) == 1 else ""
    if act not in acts or line.get("n") != number or type(line.get("n")) is not int:
        raise _bad(number + 2, "une ligne manque ou est de trop", "a line is missing or too many")
    try:
        return acts[act](match, line.get("by"), line[act])
    except BadRecord:
        raise
    except GameError as error:
        raise _bad(number + 2, error.text.fr.rstrip("."), error.text.en.rstrip(".")) from error


def _waits_for_chance(match: Match) -> bool:
    return match._ended is None and match._waiting[0] == CHANCE


def _replay_move(match: Match, by: Any, text: Any) -> Match:
    if _waits_for_chance(match) or type(by) is not int or by != match.to_move:
        raise BadRecord(Text("Ce n'était pas son tour.", "It was not that seat's turn."))
    steps = [(step, MOVE) for step in match._legal_steps(text)]
    return match._follow(Entry(by, "move", text), steps)._count_repetition()


def _replay_draw(match: Match, by: Any, text: Any) -> Match:
    if by != CHANCE_NAME or not isinstance(text, str) or not _waits_for_chance(match):
        raise BadRecord(Text("Aucun tirage n'était attendu.", "No draw was due."))
    rules, state, count = match._game.rules, match._state, match._waiting[1]
    numbers = range(count) if match.seed is None else [ticket(match.seed, len(match.log), count)]
    for number in numbers:
        if match._game.write(state, (rules.chance(state, number),)) == text:
            return match._draw_ticket(number)._count_repetition()
    raise BadRecord(
        Text(
            f"Le tirage « {text[:80]} » ne vient pas de la graine.",
            f"The draw '{text[:80]}' does not come from the seed.",
        )
    )


def _replay_resign(match: Match, by: Any, text: Any) -> Match:
    if text != "" or _waits_for_chance(match) or type(by) is not int:
        raise BadRecord(Text("Cet abandon est mal écrit.", "This resignation is badly written."))
    return match.resign(by)


def _replay_agree(match: Match, by: Any, text: Any) -> Match:
    if text != "" or by != CHANCE or type(by) is not int or _waits_for_chance(match):
        raise BadRecord(Text("Cet accord est mal écrit.", "This agreement is badly written."))
    return match.draw_by_agreement()


def _check_end(match: Match, tail: dict[str, Any], lines: int) -> None:
    if _waits_for_chance(match) and match.chance != EXPLICIT:
        raise _bad(lines, "un tirage manque", "a draw is missing")
    result = match.result
    written = None if result is None else [list(result.winners), result.reason]
    if _canonical(tail["result"]) != _canonical(written):
        raise _bad(
            lines, "le résultat n'est pas celui des coups", "the result is not that of the moves"
        )


_NEVER_PLAYED = Text(
    "Une partie imaginée n'a pas été jouée : elle n'a pas de procès-verbal. Celle que "
    "tabletier.setup(jeu, position) commence en a un.",
    "An imagined match was not played, so it has no record. One that tabletier.setup(game, "
    "position) begins has.",
)
