"""A match in sentences, in both languages: what a move caused, how it ended."""

from collections.abc import Iterable, Sequence

from tabletier.games.kernel.contract import Event, Game
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match

COMMON = {
    "resignation": Text("abandon", "resignation"),
    "agreement": Text("d'un commun accord", "by agreement"),
    "repetition": Text(
        "la même position pour la troisième fois", "the same position for the third time"
    ),
    "time": Text("temps écoulé", "out of time"),
}
"""Why a match may end whatever is played."""


def endings(game: Game) -> dict[str, Text]:
    """What each reason for the end of a match is called."""
    repeats = getattr(game.rules, "repetition_key", None) is not None
    common = {key: text for key, text in COMMON.items() if repeats or key != "repetition"}
    return {**game.endings, **common}


def reason(game: str, key: str) -> Text:
    """Why a match ended: in the game's own words, or those that every match knows.

    A game that has no words for it is quoted: `last_pawn` is the last pawn.
    """
    plain = key.replace("_", " ")
    return COMMON.get(key) or find(game).endings.get(key) or Text(plain, plain)


def happenings(match: Match, seat: int | None) -> list[Text]:
    """What the last move caused, as a seat (None: a spectator) may know it."""
    return sentences(match.game, match.events_for(seat))


def sentences(game: str, events: Iterable[Event]) -> list[Text]:
    """Events in sentences; how a match ended is told by `ending`."""
    tell = find(game).tell
    return [tell(event) for event in events if event["type"] != "over"]


def player(seat: int, names: Sequence[str] = ()) -> Text:
    """A seat's player: by name where there is one; else people count from one."""
    if names and names[seat]:
        return Text(names[seat], names[seat])
    return Text(f"Joueur {seat + 1}", f"Player {seat + 1}")


def ending(game: str, winners: Sequence[int], why: str, names: Sequence[str] = ()) -> Text:
    """How a match ended: Player 1 wins (a line)."""
    because = reason(game, why)
    if not winners:
        return Text(f"Partie nulle ({because.fr}).", f"The game is a draw ({because.en}).")
    told = [player(seat, names) for seat in winners]
    fr, en = ", ".join(name.fr for name in told), ", ".join(name.en for name in told)
    if len(told) == 1:
        return Text(f"{fr} gagne ({because.fr}).", f"{en} wins ({because.en}).")
    return Text(f"{fr} gagnent ensemble ({because.fr}).", f"{en} win together ({because.en}).")
