"""The shelf over HTTP: games, rule sheets, and records that are opened again."""

from collections.abc import Iterator
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.match.sheets import sheet
from tests.server.houses import OpenHouse, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("shelf")) as house:
        yield house


def played(game: str, moves: int, options: dict[str, Any] | None = None) -> tt.Match:
    match = tt.new(game, options, seed="shelf")
    for number in range(moves):
        if match.result is None:
            legal = match.legal_moves()
            match = match.play(legal[number * 7 % len(legal)])
    return match


class TestGames:
    def test_every_game_is_described_in_both_languages(self, house: OpenHouse) -> None:
        shelf = house.client().get("/games").raise_for_status().json()
        assert tuple(game["key"] for game in shelf["games"]) == tt.games()
        for game in shelf["games"]:
            assert game["options"] == tt.options(game["key"])
            for text in (game["name"], game["goal"]):
                assert text["fr"]
                assert text["en"]
            for option in game["options"]["properties"].values():
                assert option["label"]["fr"]
                assert option["label"]["en"]
        assert [level["level"] for level in shelf["levels"]] == [1, 2, 3, 4, 5]

    @pytest.mark.parametrize("key", tt.games())
    def test_what_the_box_says(self, house: OpenHouse, key: str) -> None:
        shelf = house.client().get("/games").json()
        (game,) = [game for game in shelf["games"] if game["key"] == key]
        assert game["players"][0] == 2
        low, high = game["minutes"]
        assert 5 <= low < high <= 120
        assert {"resignation", "agreement", "time"} < set(game["endings"])
        assert ("repetition" in game["endings"]) == hasattr(find(key).rules, "repetition_key")
        assert set(find(key).rules.REASONS) < set(game["endings"])
        rules = [rule["id"] for rule in game["rules"]]
        assert rules[0] == f"{key.upper()}-1"
        assert all(f"**{rule}**" in (sheet(key, "fr") or "") for rule in rules)
        assert all(rule["title"]["fr"] and rule["title"]["en"] for rule in game["rules"])

    @pytest.mark.parametrize("key", tt.games())
    def test_what_was_reconstructed_and_where_the_sheet_says_what_is_known(
        self, house: OpenHouse, key: str
    ) -> None:
        shelf = house.client().get("/games").json()
        (game,) = [game for game in shelf["games"] if game["key"] == key]
        said = find(key).reconstruction
        assert game["reconstruction"] == (said and said._asdict())
        assert (game["evidence"] is None) == (said is None)
        for language, heading in (game["evidence"] or {}).items():
            assert f"\n## {heading}\n" in (sheet(key, language) or "")

    @pytest.mark.parametrize("game", tt.games())
    def test_the_rule_sheet(self, house: OpenHouse, game: str) -> None:
        client = house.client()
        sheets = {}
        for language in ("fr", "en"):
            answer = client.get(f"/games/{game}/rules", params={"lang": language})
            assert answer.headers["content-type"].startswith("text/markdown")
            assert answer.headers["content-language"] == language
            assert f"**{game.upper()}-1**" in answer.text
            sheets[language] = answer.text
        assert sheets["fr"] != sheets["en"]
        assert client.get(f"/games/{game}/rules").text == sheets["en"]

    def test_a_page_of_another_version_gets_the_shelf_of_this_one(self, house: OpenHouse) -> None:
        client = house.client()
        first = client.get("/games")
        assert first.headers["cache-control"] == "no-cache"  # asked for each time, sent once
        known = client.get("/games", headers={"If-None-Match": first.headers["etag"]})
        assert (known.status_code, known.content) == (304, b"")
        assert client.get("/games", headers={"If-None-Match": '"older"'}).content == first.content

    def test_a_game_that_is_not_there(self, house: OpenHouse) -> None:
        answer = house.client().get("/games/pinto/rules")
        assert (answer.status_code, answer.json()["code"]) == (404, "game/unknown")
        assert "punto" in answer.json()["text"]


class TestRecords:
    @pytest.mark.parametrize("game", tt.games())
    def test_a_record_is_replayed_for_a_spectator(self, house: OpenHouse, game: str) -> None:
        match = played(game, 12)
        opened = house.client().post("/records", content=match.record()).json()
        assert opened["game"] == game
        assert opened["deal_verified"] is True
        assert opened["seed"] == "shelf"
        steps = opened["steps"]
        assert [step["move"] for step in steps] == [None, *match.moves]
        assert steps[-1]["view"] == match.view(None)["table"]
        assert steps[-1]["to_move"] == match.to_move

    def test_a_resignation_is_a_step(self, house: OpenHouse) -> None:
        match = played("barrier", 4).resign(1)
        opened = house.client().post("/records", content=match.record()).json()
        assert opened["result"] == {"winners": [0], "reason": "resignation"}
        assert (opened["steps"][-1]["act"], opened["steps"][-1]["seat"]) == ("resign", 1)

    def test_while_the_seed_is_secret_only_the_end_is_shown(self, house: OpenHouse) -> None:
        match = played("punto", 5)
        opened = house.client().post("/records", content=match.record(reveal=False)).json()
        assert opened["deal_verified"] is False
        assert [step["view"] for step in opened["steps"]] == [match.view(None)["table"]]

    @pytest.mark.parametrize("body", [b"", b"nonsense", b"\xff\xfe", b"{}\n{}\n"])
    def test_what_is_no_record_is_refused(self, house: OpenHouse, body: bytes) -> None:
        answer = house.client().post("/records", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "record/bad")

    def test_a_changed_record_is_found_out(self, house: OpenHouse) -> None:
        match = played("barrier", 3)
        forged = match.record().replace(match.moves[0], "8@h4")
        answer = house.client(headers={"Accept-Language": "fr"}).post("/records", content=forged)
        assert answer.status_code == 422
        assert "empreinte" in answer.json()["text"]

    def test_records_have_more_room_than_other_requests_but_not_endless(
        self, house: OpenHouse
    ) -> None:
        client = house.client()
        assert client.post("/records", content=b"x" * 100_000).status_code == 422
        long = client.post("/records", content=b"x" * 600_000)
        assert (long.status_code, long.json()["code"]) == (413, "request/long")
        assert "512 KiB" in long.json()["text"]
