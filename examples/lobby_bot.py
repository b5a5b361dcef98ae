"""A bot that waits in the lobby and sits down wherever somebody looks for a partner.

    python examples/lobby_bot.py --game punto          # sits down at any open table of Punto

It plays at several tables at once, each in a task of its own, and stays until Ctrl-C (or until it
has played `--matches`). Whoever opened the table starts the match.
"""

import argparse
import asyncio
import random
import sys

from tabletier.client import Client, HouseError, Refused, Turn


def choose(turn: Turn) -> str:
    """A move's text out of `turn.legal`."""
    return random.choice(turn.legal)


async def play(house: Client, table_id: str) -> None:
    """Sit down at a table and play there to the end."""
    try:
        table = await house.join(table_id)
    except Refused as refusal:  # somebody was faster, or the table has gone
        print(f"{table_id}: {refusal}")
        return
    await table.say("Hello! I am a bot.")
    print(f"{table_id}: sat down")
    try:
        result = await table.play(choose)
        print(f"{table_id}: {result}")
    finally:
        await table.close()


async def main(url: str, token: str | None, game: str | None, matches: int) -> None:
    """Wait for tables."""
    at: set[asyncio.Task[None]] = set()
    wanted = {} if game is None else {"game": game}
    async with Client(url, token=token, name=None if token else "Lobby Robi") as house:
        sat: set[str] = set()
        async for change in house.lobby(**wanted, free=1):
            if change.kind == "gone" or change.table.id in sat:
                continue
            sat.add(change.table.id)
            task = asyncio.create_task(play(house, change.table.id))
            at.add(task)
            task.add_done_callback(at.discard)
            if len(sat) == matches:
                break
        await asyncio.gather(*at)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="of the house")
    parser.add_argument("--token", help="who the bot is; without one, a new guest")
    parser.add_argument("--game", help="only tables of this game")
    parser.add_argument("--matches", type=int, default=0, help="stop after so many; 0: never")
    given = parser.parse_args()
    try:
        asyncio.run(main(given.url, given.token, given.game, given.matches))
    except KeyboardInterrupt:
        sys.exit(0)
    except HouseError as error:
        sys.exit(str(error))
