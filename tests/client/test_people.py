"""Guests, accounts and tokens, as a program has them."""

import asyncio

import pytest

from tabletier.client import Client, HouseError, Refused
from tests.server.houses import OpenHouse


def test_a_guest_makes_a_token_for_a_program(house: OpenHouse) -> None:
    async def scenario() -> None:
        async with Client(house.address, name="Ann") as ann:
            made = await ann.make_token("bot", days=1)
            assert [token.id for token in await ann.tokens()] == [made.id]
            async with Client(house.address, token=made.token) as bot:
                assert (await bot.me()).name == "Ann"
                table = await bot.create("barrier", opponents=[1])
                assert [mine.id for mine in await ann.my_tables()] == [table.id]
                with pytest.raises(Refused) as refusal:
                    await bot.make_token("another")
                assert refusal.value.code == "token/scope"
                await ann.revoke_token(made.id)
                with pytest.raises(Refused) as void:
                    await table.over()  # the link is cut, and the token good for no other
                assert void.value.code == "token/unknown"

    asyncio.run(scenario())


@pytest.mark.parametrize("way", ["socket", "http"])
def test_a_token_that_is_none(house: OpenHouse, way: str) -> None:
    async def scenario() -> None:
        async with Client(house.address, token="tt_wrong", way=way) as bot:  # type: ignore[arg-type] # a parameter
            with pytest.raises(Refused, match="This token is not valid") as refusal:
                await bot.create("barrier")
            assert (refusal.value.code, refusal.value.status) == ("token/unknown", 401)

    asyncio.run(scenario())


def test_an_account_is_entered_from_elsewhere(house: OpenHouse) -> None:
    async def scenario() -> None:
        async with Client(house.address, name="Ann") as ann:
            account = await ann.make_account("ann-of-the-client", "correct horse battery")
            assert account.recovery
        async with Client(house.address) as elsewhere:
            with pytest.raises(Refused) as nobody:
                await elsewhere.me()
            assert nobody.value.code == "person/unknown"
            await elsewhere.log_in("ann-of-the-client", "correct horse battery")
            assert (await elsewhere.me()).login == "ann-of-the-client"

    asyncio.run(scenario())


def test_a_token_and_a_name_are_one_too_many(house: OpenHouse) -> None:
    with pytest.raises(HouseError, match="not both"):
        Client(house.address, token="tt_x", name="Ann")


def test_the_shelf_and_the_lists(house: OpenHouse) -> None:
    async def scenario() -> None:
        async with Client(house.address, name="Ann") as ann:
            shelf = await ann.games()
            assert {game.key for game in shelf.games} >= {"punto", "barrier"}
            assert [level.level for level in shelf.levels] == [1, 2, 3, 4, 5]
            for game in shelf.games:
                assert [level.level for level in game.levels] == list(
                    range(1, len(game.levels) + 1)
                )
            assert max(len(game.levels) for game in shelf.games) > 5
            table = await ann.create("point")
            listed = await ann.tables(game="point", status="open", free=1)
            assert listed[0].id == table.id
            assert listed[0].players[0].name == "Ann"
            rules = await ann.request("GET", "/games/point/lessons")
            assert rules[0]["number"] == 1

    asyncio.run(scenario())
