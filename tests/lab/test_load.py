"""Measuring many tables ends with what was seen, whatever became of games and links."""

import asyncio

from benchmarks.load.meter import Game, Meter, send


class Link:
    """A link that broke a moment ago."""

    is_disconnected = False

    def send(self, *_: object) -> None:
        raise RuntimeError("unable to perform operation; the handler is closed")


def test_games_that_run_out_end_the_look_and_are_told() -> None:
    async def look() -> None:
        meter = Meter(40)
        for _ in range(40):
            Game(meter)
        meter.start()  # nobody has a move to make: all games are over
        found = await asyncio.wait_for(meter.watch(lambda: 0.0, 600, 600), 60)
        assert (found.moves, found.idle) == (0, 40)
        assert "run out at 40 of 40" in found.doubts

    asyncio.run(look())


def test_a_move_over_a_link_that_is_gone_breaks_nothing() -> None:
    send(Link(), b"move")
    meter = Meter(1)
    game = Game(meter)
    game.broke("a link was closed")
    assert (meter.idle, meter.wrong) == (1, ["a link was closed"])
    meter.over = True
    game.broke("the house closes")
    assert meter.wrong == ["a link was closed"], "closing at the end is no fault"
