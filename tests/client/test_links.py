"""Links break, houses restart, nobody answers: what a client does, and what it says."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tabletier.client import Client, HouseError, Refused, Unreachable, transport
from tabletier.client.links import Message, Socket, Way
from tabletier.client.table import Table
from tabletier.server.live import broadcast
from tests.server.cables import Cable, cable_to
from tests.server.houses import OpenHouse, open_house
from tests.server.services import free_port
from tests.server.visitors import Restartable

both_ways = pytest.mark.parametrize("way", ["socket", "http"])


@pytest.fixture
def cable(house: OpenHouse) -> Iterator[tuple[Cable, str]]:
    with cable_to(house.address + "/") as found:
        yield found


async def play_on(table: Table, moves: int) -> None:
    """Make so many moves for both sides."""
    async for turn in table.turns():
        await turn.play(turn.legal[0])
        moves -= 1
        if not moves:
            return


class TestBrokenLinks:
    @both_ways
    def test_a_link_is_cut_in_the_middle(self, cable: tuple[Cable, str], way: Way) -> None:
        async def scenario() -> None:
            async with Client(cable[1], name="Robi", way=way, patience=30) as client:
                table = await client.create("expion", seats=["me", "me"])
                heard = asyncio.create_task(_numbers(table, 6))
                await play_on(table, 2)
                cable[0].cut()
                playing = asyncio.create_task(play_on(table, 4))
                await asyncio.sleep(0.3)
                assert not playing.done()
                cable[0].mend()
                await playing
                assert len(table.moves) == 6
                assert (await client.table(table.id)).moves == table.moves
                assert await heard == list(range(3, 9))  # nothing twice, nothing missing

        async def _numbers(table: Table, count: int) -> list[int]:
            found: list[int] = []
            async for event in table.events():
                found.append(event.number)
                if len(found) == count:
                    break
            return found

        asyncio.run(scenario())

    @pytest.mark.parametrize("missed", [300, 0], ids=["told again", "only shown the table"])
    def test_an_order_whose_confirmation_was_lost_is_carried_out_once(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch, missed: int
    ) -> None:
        monkeypatch.setattr(broadcast, "MOST_MISSED", missed)
        sent: list[str] = []
        hear, send = Socket.messages, Socket.send

        async def deaf_once(self: Socket) -> AsyncIterator[Message]:
            async for message in hear(self):
                if message.get("key") and len(sent) == 1:
                    sent.append("cut")
                    raise Unreachable("cut")
                yield message

        async def noted(self: Socket, order: Message) -> Message | None:
            if order["do"] == "move":
                sent.append(order["key"])
            return await send(self, order)

        async def scenario() -> None:
            async with Client(house.address, name="Robi") as client:
                table = await client.create("expion", seats=["me", "me"])
                monkeypatch.setattr(Socket, "messages", deaf_once)
                monkeypatch.setattr(Socket, "send", noted)
                await table.close()  # the next link is one that is cut
                assert table.turn is not None
                number = await table.turn.play("e9-e8")
                assert sent[1] == "cut"
                assert set(sent) == {"cut", sent[0]}  # sent again with the same key, if at all
                assert len(sent) == (2 if missed else 3)
                assert (number, table.number, table.moves) == (3, 3, ["e9-e8"])
                assert (await client.table(table.id)).number == 3

        asyncio.run(scenario())

    def test_over_http_an_answer_that_is_lost_is_asked_for_again(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        posts: list[Any] = []

        async def scenario() -> None:
            async with Client(house.address, name="Robi", way="http") as client:
                table = await client.create("expion", seats=["me", "me"])
                request = client._transport.http.request

                async def lost(method: str, path: str, **given: Any) -> Any:
                    answer = await request(method, path, **given)
                    posts.append(given.get("json"))
                    if len(posts) == 1:
                        raise httpx.ReadError("cut")
                    return answer

                monkeypatch.setattr(client._transport.http, "request", lost)
                assert table.turn is not None
                assert await table.turn.play("e9-e8") == 3
                assert posts[0] == posts[1]
                assert table.moves == ["e9-e8"]

        asyncio.run(scenario())

    @both_ways
    def test_a_link_that_stays_away_is_said_in_a_sentence(
        self, cable: tuple[Cable, str], way: Way
    ) -> None:
        async def scenario() -> None:
            async with Client(cable[1], name="Robi", way=way, patience=1.0) as client:
                table = await client.create("expion")
                await table.say("is anybody there?")
                cable[0].cut()
                with pytest.raises(Unreachable, match=r"^No house answers at http://.*Is it open"):
                    await table.over()
                cable[0].mend()
                await table.say("again")  # a new try is a new patience
                assert [saying.text for saying in table.chat] == ["is anybody there?", "again"]

        asyncio.run(scenario())

    def test_gaps_grow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        waited: list[float] = []

        async def sleep(seconds: float) -> None:
            waited.append(seconds)

        monkeypatch.setattr(transport, "asyncio", SimpleNamespace(sleep=sleep))
        monkeypatch.setattr(transport, "random", SimpleNamespace(uniform=lambda *_: 1.0))

        async def scenario() -> None:
            gaps = transport.Gaps(patience=1000)
            for _ in range(8):
                assert await gaps.wait()
            gaps.over()
            assert await gaps.wait()
            assert await gaps.wait(at_least=5)
            assert not await gaps.wait(at_least=2000)

        asyncio.run(scenario())
        assert waited == pytest.approx([0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10, 0.2, 5])


@both_ways
def test_a_house_restarts_while_a_match_goes_on(tmp_path: Path, way: Way) -> None:
    house = Restartable(TABLETIER_DATA_DIR=str(tmp_path), TABLETIER_PACE="0")

    async def scenario() -> None:
        async with Client(house.url, name="Robi", way=way, patience=120) as client:
            table = await client.create("expion", seats=["me", "me"])
            await play_on(table, 2)
            await asyncio.to_thread(house.kill)
            playing = asyncio.create_task(play_on(table, 2))
            await asyncio.to_thread(house.start)
            await playing
            await asyncio.to_thread(house.stop)  # it says bye
            playing = asyncio.create_task(play_on(table, 2))
            await asyncio.to_thread(house.start)
            await playing
            assert len(table.moves) == 6
            assert (await client.table(table.id)).moves == table.moves

    try:
        asyncio.run(scenario())
    finally:
        house.stop()


class TestNobodyThere:
    def test_a_house_that_never_answered_is_not_waited_for(self) -> None:
        async def scenario() -> None:
            async with Client(f"http://127.0.0.1:{free_port()}", name="Robi"):
                raise AssertionError

        with pytest.raises(Unreachable, match="`tabletier serve` opens one"):
            asyncio.run(asyncio.wait_for(scenario(), 30))

    def test_the_lobby_of_nobody(self) -> None:
        async def scenario() -> None:
            async with Client(f"http://127.0.0.1:{free_port()}") as client:
                async for _ in client.lobby():
                    raise AssertionError

        with pytest.raises(Unreachable, match="No house answers"):
            asyncio.run(asyncio.wait_for(scenario(), 30))

    @pytest.mark.parametrize(
        "url", ["127.0.0.1:8000", "ftp://here", "", "http://", "http://here:port"]
    )
    def test_no_address(self, url: str) -> None:
        with pytest.raises(HouseError, match="is no address of a house: expected one such as"):
            Client(url)

    @pytest.mark.parametrize("way", ["pigeon", None, 5])
    def test_no_way(self, way: Any) -> None:
        with pytest.raises(HouseError, match=f"'way' is 'socket' or 'http', not {way!r}"):
            Client(name="Robi", way=way)

    @pytest.mark.parametrize("table", ["", None, 5])
    def test_no_table(self, table: Any) -> None:
        with pytest.raises(HouseError, match=f"id is the end of its link, not {table!r}"):
            asyncio.run(Client(name="Robi").join(table))

    def test_an_option_of_the_game_beside_options(self) -> None:
        with pytest.raises(HouseError, match=r"Options of the game go into .*\{'players': 9\}"):
            asyncio.run(Client(name="Robi").create("punto", players=9))

    def test_something_else_answers(self) -> None:
        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                moved = self.path.endswith("/games")
                self.send_response(301 if moved else 200)
                self.send_header("Location", "https://games.example/")
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<h1>It works</h1>")

            def log_message(self, *_: object) -> None:
                pass

        async def scenario(url: str) -> None:
            async with Client(url) as client:
                with pytest.raises(Unreachable, match=r"not as a house does .*text/html"):
                    await client.me()
                with pytest.raises(Unreachable, match="sends us on to https://games"):
                    await client.games()

        with HTTPServer(("127.0.0.1", 0), Page) as server:
            serving = threading.Thread(target=server.serve_forever)
            serving.start()
            try:
                asyncio.run(scenario(f"http://127.0.0.1:{server.server_port}"))
            finally:
                server.shutdown()
                serving.join()

    def test_what_cannot_be_asked_twice_is_not(self) -> None:
        """Something takes the request to open a table, and is gone."""
        with socket.create_server(("127.0.0.1", 0)) as door:
            taken: list[bytes] = []

            def take() -> None:
                with contextlib.suppress(OSError):
                    while True:
                        caller, _ = door.accept()
                        taken.append(caller.recv(65536))
                        caller.close()

            taking = threading.Thread(target=take, daemon=True)
            taking.start()

            async def scenario() -> None:
                url = f"http://127.0.0.1:{door.getsockname()[1]}"
                async with Client(url, token="tt_x", patience=2) as client:
                    with pytest.raises(Unreachable, match="it may have been done or not"):
                        await client.create("punto")
                    assert sum(request.startswith(b"POST") for request in taken) == 1
                    with pytest.raises(Unreachable, match="No house answers"):
                        await client.me()
                    assert len(taken) > 2

            asyncio.run(scenario())
            door.shutdown(socket.SHUT_RDWR)
        taking.join(10)


def test_a_house_that_compiles_its_rules_is_waited_for(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(transport, "LOOK", 0.05)
    closed = ["punto"]
    monkeypatch.setattr(type(house.house.boxes), "closed", property(lambda _: closed))

    async def scenario() -> None:
        async with Client(house.address, name="Robi") as client:
            await client.create("barrier")
            assert caplog.messages == []
            opening = asyncio.create_task(client.create("punto"))
            await asyncio.sleep(0.3)
            assert not opening.done()
            closed.clear()
            assert (await opening).game == "punto"
            said = [f"{house.address} compiles the rules of punto; this happens once."]
            assert [text for text in caplog.messages if "compiles" in text] == said

    asyncio.run(scenario())


class TestTooOften:
    @both_ways
    def test_who_is_too_quick_waits_as_told(self, tmp_path: Path, way: Way) -> None:
        async def scenario(url: str) -> None:
            async with Client(url, name="Robi", way=way) as client:
                table = await client.create("expion")
                for number in range(5):  # four at once, then one a second
                    await table.say(str(number))
                assert [saying.text for saying in table.chat] == list("01234")

        with open_house(tmp_path, limits=0.5) as house:
            asyncio.run(scenario(house.address))

    def test_without_patience_the_refusal_says_when(self, tmp_path: Path) -> None:
        async def scenario(url: str) -> None:
            async with Client(url, name="Robi", patience=0.5) as client:
                table = await client.create("expion")
                for number in range(4):
                    await table.say(str(number))
                with pytest.raises(Refused, match="try again in") as refusal:
                    await table.say("4")
                assert refusal.value.code == "rate/say"
                assert refusal.value.retry_after is not None
                assert refusal.value.retry_after >= 1

        with open_house(tmp_path, limits=0.5) as house:
            asyncio.run(scenario(house.address))
