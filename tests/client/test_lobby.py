"""The lobby as a program hears it."""

import asyncio

from tabletier.client import Client
from tests.server.cables import cable_to
from tests.server.houses import OpenHouse


def test_tables_appear_change_and_go(house: OpenHouse) -> None:
    async def scenario() -> None:
        async with Client(house.address, name="Ann") as ann, Client(house.address) as nobody:
            before = await ann.create("point")
            lobby = nobody.lobby(game="point", free=0)
            change = await anext(lobby)
            while change.table.id != before.id:  # of other tests
                change = await anext(lobby)
            assert change.kind == "here"
            await ann.create("barrier")
            table = await ann.create("point", {"players": 3})
            change = await anext(lobby)
            assert (change.kind, change.table.id, change.table.free) == ("here", table.id, 2)
            await table.invite(1, 1)
            change = await anext(lobby)
            assert (change.kind, change.table.id, change.table.free) == ("here", table.id, 1)
            await table.change(public=False)
            change = await anext(lobby)
            assert (change.kind, change.table.id) == ("gone", table.id)
            await lobby.aclose()

    asyncio.run(scenario())


def test_what_went_while_the_link_was_broken_is_told(house: OpenHouse) -> None:
    async def scenario() -> None:
        with cable_to(house.address + "/") as (cable, url):
            async with Client(house.address, name="Ann") as ann, Client(url, patience=30) as away:
                gone = await ann.create("expion", {"players": 4})
                lobby = away.lobby(game="expion", players=4)
                assert (await anext(lobby)).table.id == gone.id
                cable.cut()
                new = await ann.create("expion", {"players": 4})
                await gone.change(public=False)
                await asyncio.sleep(0.2)
                cable.mend()
                told = [await anext(lobby), await anext(lobby)]
                assert [(change.kind, change.table.id) for change in told] == [
                    ("gone", gone.id),
                    ("here", new.id),
                ]
                await lobby.aclose()

    asyncio.run(scenario())
