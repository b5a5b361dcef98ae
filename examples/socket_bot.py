"""A bot that plays one match over a WebSocket against an opponent of the house.

First open a house in another terminal (`tabletier serve`), then:

    python examples/socket_bot.py --game punto --level 1

The match can be watched at the address that is printed.
"""

import argparse
import asyncio
import random
import sys

from tabletier.client import Client, HouseError, Turn


def choose(turn: Turn) -> str:
    """The one function to replace: a move's text out of `turn.legal`.

    `turn.view` is all that your seat may know, in the format of the game; `turn.time_left` are the
    seconds on your clock, if there is one. It may think as long as it likes.
    """
    return random.choice(turn.legal)


async def main(url: str, game: str, level: int) -> None:
    """Come in as a guest, open a table, play."""
    async with Client(url, name="Robi") as house:
        table = await house.create(game, opponents=[level])
        print(f"watch it at {url}/table/{table.id}")
        result = await table.play(choose)
        if not result.winners:
            print(f"a draw: {result.reason}")
        else:
            won = set(result.winners) & set(table.yours)
            print(f"{'won' if won else 'lost'} after {len(table.moves)} moves: {result.reason}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="of the house")
    parser.add_argument("--game", default="punto")
    parser.add_argument("--level", type=int, default=1, help="of the opponent, from 1 on")
    given = parser.parse_args()
    try:
        asyncio.run(main(given.url, given.game, given.level))
    except HouseError as error:  # one sentence: the house is away, the game is unknown, …
        sys.exit(str(error))
