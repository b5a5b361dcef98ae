"""Write a golden log: a table at which everything happened that can happen, for ever readable.

`python -m scripts.golden_log > tests/golden/log_8.json` when there is a new act; a log that was
written before is never changed.
"""

import json

from tabletier.server.tables import acts
from tabletier.server.tables.acts import AnyAct, written
from tabletier.server.tables.decide import Decision
from tabletier.server.tables.hours import Quiet, Span
from tabletier.server.tables.presence import found, gone
from tabletier.server.tables.seats import Clock
from tests.server.pure import Desk

SHOWN = ("game", "number", "moves", "chat")


def busy_table() -> Desk:
    """A short match with every act there is."""
    desk = Desk("expion", {}, "golden log", clock=Clock("total", 600, 2), takeback="ask")
    same = acts.Changed(options=desk.table.options, house=desk.table.house)
    desk.write(Decision((same,)))
    desk.order("ann", "sit", seat=0)
    desk.order("ann", "invite", seat=1, level=2)
    desk.order("ann", "stand", seat=1)
    desk.order("ben", "sit")
    desk.order("ben", "rename", seat=1, name="Benny")
    desk.write(Decision((acts.Hosted(person="ann", seat=0),)))
    desk.order("ann", "start", key="go")
    desk.order("ann", "pace", seconds=1.2)
    night = acts.KeptHours(seat=0, quiet=Quiet(22 * 60, 6 * 60, "Europe/Paris"), person="ann")
    leave = acts.TookLeave(seat=1, spans=(Span(desk.now, desk.now + 86_400_000),))
    plan = acts.Planned(seat=1, lines=(("e9-e8", "a5-b5"),))
    for act in (night, leave, plan):
        desk.write(Decision((act,)))
    for _ in range(4):
        desk.move()
    desk.write(Decision((acts.Paused(seats=[0, 1], until=desk.now + 5000),)))
    desk.order("ann", "looked")
    desk.order("ben", "looked")
    mover = desk.mover
    desk.order(mover, "ask", question="takeback")
    desk.order("ben" if mover == "ann" else "ann", "answer", yes=True)
    desk.order("ben", "say", text="oups", key="k1")
    desk.write(gone(desk.table, ["ben"], {"ann"}, desk.now))
    desk.now += 3000
    desk.write(found(desk.table, ["ben"], desk.now))
    desk.order("ben", "leave")
    desk.order("ben", "return")
    desk.now += 100_000
    desk.write(Decision((acts.Resumed(closed=desk.now - 90_000),)))
    desk.move()
    desk.order("ann", "ask", question="draw")
    desk.order("ann", "withdraw")
    desk.order("ann", "ask", question="draw")
    desk.order("ben", "answer", yes=False)
    desk.order("ben", "resign")
    desk.order("ann", "rematch", talk=False)
    desk.write(Decision((acts.Rematched(table="next-table"),)))
    desk.write(Decision((acts.Became(person="ben", account="benedict"),)))
    desk.write(Decision((acts.Forgotten(person="benedict"),)))
    return desk


def main() -> None:
    """Print the log, and what the table looks like after it."""
    desk = busy_table()
    missing = set(AnyAct.__args__) - {type(act) for line in desk.log for act in line.acts}
    assert not missing, f"let these happen too: {missing}"
    shown = desk.shown("ann")
    golden = {
        "table": desk.table.id,
        "seed": desk.table.seed,
        "now": desk.now,
        "shown": {part: shown[part] for part in SHOWN},
        "lines": [[at.at, at.person, at.key, json.loads(written(at.acts))] for at in desk.log],
    }
    print(json.dumps(golden, ensure_ascii=False))


if __name__ == "__main__":
    main()
