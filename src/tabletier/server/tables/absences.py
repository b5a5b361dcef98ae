"""What is said of somebody who is away: before the house plays for them, when it does, after."""

from tabletier.games.kernel.text import Text
from tabletier.server.tables import acts
from tabletier.server.tables.table import Table

PRESENCE = (acts.Away, acts.StoodIn, acts.Back)
MINUTE_MS, HOUR_MS = 60_000, 3_600_000


def presence_told(table: Table, act: acts.Away | acts.StoodIn | acts.Back, at: int) -> Text:
    """An act in a sentence, as everybody is told it at that time."""
    name = table.seats[act.seat].name
    if isinstance(act, acts.Back):
        return Text(f"{name} est de retour.", f"{name} is back.")
    if isinstance(act, acts.StoodIn):
        return Text(
            f"La maison joue pour {name} jusqu'à son retour.",
            f"The house plays for {name} until they are back.",
        )
    if not act.until:
        return Text(
            f"{name} n'est plus là. Sa place l'attend.",
            f"{name} is away. Their seat waits for them.",
        )
    time = duration(act.until - at)
    return Text(
        f"{name} n'est plus là. Sans retour d'ici {time}, la maison jouera à sa place.",
        f"{name} is away. Unless they are back within {time}, the house will play for them.",
    )


def duration(ms: int) -> str:
    """How long something takes, roughly: 90 s, 15 min, 24 h."""
    if ms < 2 * MINUTE_MS:
        return f"{max(0, round(ms / 1000))} s"
    if ms < 2 * HOUR_MS:
        return f"{round(ms / MINUTE_MS)} min"
    return f"{round(ms / HOUR_MS)} h"
