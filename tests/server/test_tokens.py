"""Tokens: programs that act for a person, within what they were made for."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.accounts import PASSWORD, opened, refused
from tests.server.houses import PATIENCE, OpenHouse, open_house

OPEN_TO_ALL = (
    "/me",
    "/login",
    "/recover",
    "/records",
    "/records/position",
    "/positions/check",
    "/positions/picture",
    "/games/{game}/lessons/{number}/try",
)
"""What anybody may send, known or not; /me is tried elsewhere."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("tokens")) as house:
        yield house


class TestTokens:
    def bot(self, house: OpenHouse, owner: httpx.Client, *scopes: str) -> httpx.Client:
        made = owner.post("/me/tokens", json={"label": "a bot", "scopes": scopes})
        assert made.status_code == 201, made.text
        return house.client(headers={"Authorization": f"Bearer {made.json()['token']}"})

    def test_a_token_acts_for_its_person_within_its_scopes(self, house: OpenHouse) -> None:
        owner = house.guest("Ada")
        table = opened(owner, seats=["open", 1])
        reader = self.bot(house, owner, "read")
        player, opener = self.bot(house, owner, "play"), self.bot(house, owner, "tables")
        sit, place = {"do": "sit"}, f"/tables/{table}/orders"
        assert reader.get("/me").json()["name"] == "Ada"
        assert refused(reader.post(place, json=sit)) == (403, "token/scope")
        assert refused(opener.post(place, json=sit)) == (403, "token/scope")
        assert player.post(place, json=sit).status_code == 200
        assert owner.get(f"/tables/{table}").json()["table"]["yours"] == [0]
        assert refused(player.post("/tables", json={"game": "barrier"})) == (403, "token/scope")
        assert opener.post("/tables", json={"game": "barrier"}).status_code == 201

    def test_a_token_cannot_make_tokens_or_change_its_person(self, house: OpenHouse) -> None:
        bot = self.bot(house, house.guest(), "read", "play", "tables")
        asked = {"label": "more", "scopes": ["read"]}
        for answer in (
            bot.post("/me/tokens", json=asked),
            bot.get("/me/tokens"),
            bot.patch("/me", json={"name": "Eve"}),
            bot.post("/me/delete", json={}),
            bot.get("/me/export"),
            bot.post("/me/account", json={"login": "taken-over", "password": PASSWORD}),
        ):
            assert refused(answer) == (403, "token/scope")

    def test_a_reader_changes_nothing_anywhere(self, house: OpenHouse) -> None:
        owner = house.guest()
        table, bot = opened(owner), self.bot(house, owner, "read")
        described = house.client(under="").get("/api/openapi.json").json()
        for path, operations in described["paths"].items():
            where = path.replace("{table_id}", table).removeprefix("/api/v1")
            if where in OPEN_TO_ALL:
                continue
            for method in set(operations) - {"get"}:
                answer = bot.request(method, re.sub(r"{.*?}", "x", where), json={})
                assert refused(answer) == (403, "token/scope"), (method, path)

    def test_the_secret_is_shown_once_and_kept_as_a_digest(self, house: OpenHouse) -> None:
        owner = house.guest()
        made = owner.post("/me/tokens", json={"label": " a  bot ", "scopes": ["play"]}).json()
        (listed,) = owner.get("/me/tokens").json()
        assert listed == {key: value for key, value in made.items() if key != "token"}
        assert (listed["label"], listed["scopes"], listed["used"]) == (
            "a bot",
            ["play", "read"],
            None,
        )
        files = list(house.settings.data_dir.glob("house.sqlite3*"))
        assert not any(made["token"].encode() in file.read_bytes() for file in files)

    def test_a_revoked_token_is_void(self, house: OpenHouse) -> None:
        owner = house.guest()
        bot = self.bot(house, owner, "read")
        assert bot.get("/me").status_code == 200
        (listed,) = owner.get("/me/tokens").json()
        assert listed["used"] is not None
        assert owner.delete(f"/me/tokens/{listed['id']}").status_code == 204
        answer = bot.get("/me")
        assert refused(answer) == (401, "token/unknown")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert refused(owner.delete(f"/me/tokens/{listed['id']}")) == (404, "token/none")

    def test_nobody_revokes_the_token_of_another(self, house: OpenHouse) -> None:
        owner = house.guest()
        bot = self.bot(house, owner, "read")
        (listed,) = owner.get("/me/tokens").json()
        assert house.guest().delete(f"/me/tokens/{listed['id']}").status_code == 404
        assert bot.get("/me").status_code == 200

    def test_there_are_not_too_many(self, house: OpenHouse) -> None:
        owner = house.guest()
        for _ in range(20):
            self.bot(house, owner, "read")
        answer = owner.post("/me/tokens", json={"label": "more", "scopes": ["read"]})
        assert refused(answer) == (409, "token/many")

    def test_over_a_socket_a_reader_sees_its_seats_and_gives_no_orders(
        self, house: OpenHouse
    ) -> None:
        owner = house.guest()
        table, bot = opened(owner), self.bot(house, owner, "read")
        headers = {"Authorization": bot.headers["Authorization"], "Accept-Language": "en"}
        live = f"{house.live}/tables/{table}/live"
        with connect(live, additional_headers=headers) as link:
            assert json.loads(link.recv(PATIENCE))["table"]["yours"] == [0]
            link.send(json.dumps({"do": "sit", "key": "k"}))
            answer = json.loads(link.recv(PATIENCE))
        assert (answer["type"], answer["code"], answer["key"]) == ("refused", "token/scope", "k")
        void = {"Authorization": "Bearer tt_void"}
        with pytest.raises(InvalidStatus) as denied, connect(live, additional_headers=void):
            pass
        assert denied.value.response.status_code == 401
