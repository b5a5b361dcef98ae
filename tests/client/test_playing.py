"""Programs play at a real house, by socket and over HTTP."""

import asyncio
import contextlib
import random
from typing import Any

import pytest

import tabletier as tt
from tabletier.client import Client, Moved, Refused, Said, Table, Turn
from tabletier.client.acts import Ended, Sat, Started
from tabletier.client.links import Way
from tests.server.houses import OpenHouse

both_ways = pytest.mark.parametrize("way", ["socket", "http"])


def first(turn: Turn) -> str:
    return turn.legal[0]


def at_random(seed: str) -> Any:
    chance = random.Random(seed)
    return lambda turn: chance.choice(turn.legal)


class TestAlone:
    @both_ways
    def test_a_match_against_the_house_to_its_end(self, house: OpenHouse, way: Way) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi", way=way) as client:
                table = await client.create("punto", {"rounds_to_win": 1}, opponents=[1])
                assert (table.status, table.yours) == ("playing", [0])
                result = await table.play(at_random("punto"))
                assert result == table.result
                match = tt.load(await table.record())
                assert match.result is not None
                assert list(match.result.winners) == result.winners
                assert list(match.moves) == table.moves
                assert tt.verify(await table.record())

        asyncio.run(scenario())

    @both_ways
    def test_turns_come_one_after_the_other(self, house: OpenHouse, way: Way) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi", way=way) as client:
                table = await client.create("barrier", opponents=[1])
                plies = []
                async for turn in table.turns():
                    assert turn.seat == 0
                    assert turn.ask is not None
                    assert turn.time_left is None
                    plies.append(turn.ply)
                    await turn.play(first(turn))
                    if len(plies) == 4:
                        await table.resign()
                assert plies == [0, 2, 4, 6]
                assert table.result is not None
                assert (table.result.winners, table.result.reason) == ([1], "resignation")
                assert table.turn is None

        asyncio.run(scenario())

    def test_a_choice_may_be_awaited(self, house: OpenHouse) -> None:
        async def choose(turn: Turn) -> str:
            await asyncio.sleep(0)
            if turn.ply > 2:
                await turn.table.resign()
            return first(turn)

        async def scenario() -> None:
            async with Client(house.address, name="Robi") as client:
                table = await client.create("barrier", opponents=[1])
                with pytest.raises(Refused) as over:
                    await table.play(choose)
                assert over.value.code == "table/wrong-time"

        asyncio.run(scenario())

    def test_a_clock_is_told(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi") as client:
                clock = {"kind": "total", "seconds": 60, "increment": 2}
                table = await client.create("barrier", opponents=[1], clock=clock)
                turn = table.turn
                assert turn is not None
                assert turn.time_left is not None
                assert 0 < turn.time_left <= 60

        asyncio.run(scenario())

    def test_the_house_gives_a_hint(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi") as client:
                table = await client.create("barrier", opponents=[1])
                hint = await table.hint()
                assert table.turn is not None
                assert hint.move in table.turn.legal
                assert hint.reason.en

        asyncio.run(scenario())


class TestTogether:
    @both_ways
    def test_two_clients_at_one_table(self, house: OpenHouse, way: Way) -> None:
        async def scenario() -> None:
            async with (
                Client(house.address, name="Ann", way=way) as ann,
                Client(house.address, name="Ben", way=way) as ben,
            ):
                here = await ann.create("expion", start=False)
                assert here.status == "open"
                there = await ben.join(here.id)
                assert (await ben.join(here.id)).yours == [1]  # who sits stays seated
                heard = asyncio.create_task(_until_over(there))
                await here.wait_for(there.number)
                assert [seat.name for seat in here.seats] == ["Ann", "Ben"]
                await here.start()
                await there.say("good luck")

                async def resign_late(turn: Turn) -> str:
                    if turn.ply < 6:
                        return first(turn)
                    await turn.table.resign()
                    await turn.table.over()
                    return first(turn)

                results = await asyncio.gather(
                    here.play(resign_late), there.play(resign_late), return_exceptions=True
                )
                assert any(isinstance(result, Refused) for result in results)
                assert here.result == there.result
                assert here.moves == there.moves
                assert len(here.moves) == 6
                kinds = [type(event.act) for event in await heard]
                assert kinds[0] is Started
                assert kinds.count(Moved) == 6
                assert (kinds[1], kinds[-1]) == (Said, Ended)
                assert [saying.text for saying in there.chat] == ["good luck"]

        async def _until_over(table: Table) -> list[Any]:
            found = []
            async for event in table.events():
                found.append(event)
                if isinstance(event.act, Ended):
                    break
            return found

        asyncio.run(scenario())

    @both_ways
    def test_it_begins_once_nobody_is_missing(self, house: OpenHouse, way: Way) -> None:
        """The host does nothing but play; whoever comes does nothing but join and play."""

        async def few_moves(turn: Turn) -> str:
            if turn.ply == 4:
                await turn.table.resign()
                await turn.table.over()
            return first(turn)

        async def played(table: Table) -> Any:
            with contextlib.suppress(Refused):  # the move after one has resigned
                await table.play(few_moves)
            return table.result

        async def scenario() -> None:
            async with (
                Client(house.address, name="Ann", way=way) as ann,
                Client(house.address, name="Ben", way=way) as ben,
            ):
                here = await ann.create("barrier")
                assert here.status == "open"
                hosting = asyncio.create_task(played(here))
                there = await ben.join(here.id)
                assert await played(there) == await hosting is not None
                assert len(here.moves) == len(there.moves) == 4

        asyncio.run(asyncio.wait_for(scenario(), 60))

    @both_ways
    def test_a_table_is_what_the_house_last_said(self, house: OpenHouse, way: Way) -> None:
        """Nobody waits for anything at Ann's table, and still it is told who sat down."""

        async def scenario() -> None:
            async with (
                Client(house.address, name="Ann", way=way) as ann,
                Client(house.address, name="Ben", way=way) as ben,
            ):
                here = await ann.create("barrier", start=False)
                await ben.join(here.id)
                while [seat.name for seat in here.seats] != ["Ann", "Ben"]:
                    await asyncio.sleep(0.02)
                assert here.status == "open"  # it was to begin later

        asyncio.run(asyncio.wait_for(scenario(), 60))

    def test_saying_start_as_well_does_no_harm(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with (
                Client(house.address, name="Ann") as ann,
                Client(house.address, name="Ben") as ben,
            ):
                here = await ann.create("barrier")
                with pytest.raises(Refused, match="One seat is free"):
                    await here.start()
                there = await ben.join(here.id)
                await here.wait_for(there.number)
                assert await here.start() == 3
                assert here.status == "playing"

        asyncio.run(asyncio.wait_for(scenario(), 60))

    def test_what_was_before_can_be_told_first(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Ann") as ann:
                table = await ann.create("barrier", opponents=[1], pace=0)
                numbers = []
                async for event in table.events(after=0):
                    numbers.append(event.number)
                    if isinstance(event.act, Sat):
                        assert event.act.name == "Ann"
                    if isinstance(event.act, Started):
                        break
                assert numbers == [1, 1, 1, 2]

        asyncio.run(scenario())

    def test_whoever_looks_on_hears_and_cannot_play(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Ann") as ann, Client(house.address) as nobody:
                table = await ann.create("barrier", seats=["me", "me"])
                seen = await nobody.table(table.id)
                assert (seen.yours, seen.turn) == ([], None)
                assert table.turn is not None
                number = await table.turn.play(table.turn.legal[0])
                await seen.wait_for(number)
                assert seen.moves == table.moves
                with pytest.raises(Refused) as refusal:
                    await seen.resign()
                assert refusal.value.code == "person/unknown"
                assert str(refusal.value) == "Say who you are first."

        asyncio.run(scenario())

    def test_a_rematch(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Ann") as ann:
                table = await ann.create("barrier", opponents=[1])
                await table.resign()
                number = await table.rematch()
                await table.wait_for(number + 1)
                assert table.state.next
                following = await ann.table(table.state.next)
                assert following.yours == [1]

        asyncio.run(scenario())


class TestRefusals:
    @both_ways
    def test_a_refused_move_says_why_and_the_match_goes_on(
        self, house: OpenHouse, way: Way
    ) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi", way=way) as client:
                table = await client.create("expion", seats=["me", "me"])
                turn = table.turn
                assert turn is not None
                with pytest.raises(Refused) as refusal:
                    await turn.play("e9-d8")
                found = refusal.value
                assert (found.code, found.rule) == ("move/illegal", "EXPION-11")
                assert found.text == str(found)
                assert "e9" in found.cells or "d8" in found.cells
                assert not found.outdated
                number = await turn.play("e9-e8")
                assert table.number == number
                with pytest.raises(Refused) as stale:
                    await turn.play("e9-e8")
                assert stale.value.outdated
                assert table.moves == ["e9-e8"]

        asyncio.run(scenario())

    @both_ways
    def test_an_unknown_table(self, house: OpenHouse, way: Way) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi", way=way) as client:
                with pytest.raises(Refused, match="There is no such table") as refusal:
                    await client.join("nowhere")
                assert (refusal.value.code, refusal.value.status) == ("table/unknown", 404)

        asyncio.run(scenario())

    def test_an_unknown_game_and_too_many_seats(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi") as client:
                with pytest.raises(Refused, match="nonesuch"):
                    await client.create("nonesuch")
                with pytest.raises(Refused):
                    await client.create("barrier", opponents=[1, 1, 1])

        asyncio.run(scenario())

    def test_refusals_in_french(self, house: OpenHouse) -> None:
        async def scenario() -> None:
            async with Client(house.address, name="Robi", language="fr") as client:
                with pytest.raises(Refused, match="Cette table n"):
                    await client.table("nowhere")

        asyncio.run(scenario())
