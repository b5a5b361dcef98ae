"""Measuring many tables ends with what was seen, whatever became of games and links."""

import asyncio
import os
import subprocess
import sys

import pytest

from benchmarks import server_abuse, server_load
from benchmarks.load import report, servers
from benchmarks.load.meter import Game, Measured, Meter, send


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


def test_what_breaks_off_leaves_the_other_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = Measured(20, 2.0, 4000, 1.0, 9.0, 150.0, 0.5)
    broken = iter([True, False])

    async def holding(*given: object) -> None:
        found = given[-1]
        assert isinstance(found, dict)
        found["held"] = {"sockets": 40, "tables": 20, "per_socket": 39_900.0, "after": 3.5e8}
        raise OSError("the house has gone")

    async def ours(*_: object) -> Measured:
        if next(broken):
            raise RuntimeError("handler is closed")
        return seen

    async def theirs(*_: object) -> Measured:
        return seen

    monkeypatch.setattr(server_load, "hold_and_play", holding)
    monkeypatch.setattr(server_load, "our_side", ours)
    monkeypatch.setattr(server_load, "their_side", theirs)
    monkeypatch.setattr(server_load, "waits", lambda: [0.001])
    monkeypatch.setattr(servers, "peer_is_here", lambda: True)
    monkeypatch.setattr(report, "_node", lambda: "Node 20")
    written: list[object] = []
    monkeypatch.setattr(server_load, "put_section", lambda *given: written.append(given))
    assert server_load.main(["--beside", "20", "--runs", "2", "--write"]) == 0
    told = capsys.readouterr().out
    assert "40 sockets at 20 tables held: memory a socket | 39.9 kB" in told
    assert "| 20 | 2,000 | 2,000 |" in told
    assert "holding broke off: OSError the house has gone" in told
    assert "ours broke off: RuntimeError handler is closed" in told
    assert not written, "half a page does not replace a whole one"


def test_an_attack_that_breaks_off_is_told_in_its_place() -> None:
    found: list[server_abuse.Seen] = []
    with server_abuse.noted(found, "pings"):
        raise OSError("no more files")
    told = server_abuse.section(found, "", 1.0, (0.0, 0.0))
    assert "| pings | nan / nan ms |" in told
    assert "broke off: OSError no more files" in told


def test_a_process_that_ends_while_it_is_looked_at_is_no_trouble() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert servers.Server(os.getpid(), 0).cpu() > 0
    assert (servers._cpu(child.pid), servers._memory(child.pid)) == (0.0, 0)
