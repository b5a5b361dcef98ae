"""A bot without `async` and without a socket: plain HTTP, with a token.

Use it where sockets do not pass, or to begin with. Orders are posted, and what happens comes back
as a stream; the client does both. A token lets the bot come back as the same person:

    python examples/http_bot.py --token tt_…

Without one it comes in as a guest, makes a token for itself, and shows it.
"""

import argparse
import random
import sys

from tabletier.client import HouseError, Moved, PlainClient, PlainTable, Refused


def play(table: PlainTable) -> None:
    """Play a match, and tell what the others do."""
    heard = table.events()  # from now on
    for turn in table.turns():
        try:
            number = turn.play(random.choice(turn.legal))
        except Refused as refusal:
            if not refusal.outdated:  # somebody took a move back meanwhile: choose again
                raise
            continue
        for event in heard:  # all up to our own move
            if isinstance(event.act, Moved):
                who = "I" if event.act.seat in table.yours else table.seats[event.act.seat].opponent
                print(f"{event.act.ply + 1:3} {who} played {event.act.move or 'in secret'}")
            if event.number >= number:
                break


def main(url: str, token: str | None, game: str, level: int) -> None:
    """Say who we are, open a table, play."""
    if token is None:
        with PlainClient(url, name="Robi") as guest:
            token = guest.make_token("http_bot.py", days=30).token
        print(f"next time: --token {token}")
    with PlainClient(url, token=token, way="http") as house:
        table = house.create(game, opponents=[level])
        play(table)
        print(f"{house.me().name}: {table.result}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="of the house")
    parser.add_argument("--token", help="who the bot is; without one, a new guest")
    parser.add_argument("--game", default="expion")
    parser.add_argument("--level", type=int, default=1, help="of the opponent, from 1 on")
    given = parser.parse_args()
    try:
        main(given.url, given.token, given.game, given.level)
    except HouseError as error:
        sys.exit(str(error))
