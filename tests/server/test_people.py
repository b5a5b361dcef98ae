"""Guests at once, accounts for those who want one, and being forgotten."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tabletier.server.users.credentials import COOKIE
from tests.server.accounts import PASSWORD, account, log_in, opened, refused
from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("people")) as house:
        yield house


class TestGuests:
    def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(self, house: OpenHouse) -> None:
        answer = house.client().post("/me", json={"name": "Ada"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie

    def test_behind_tls_the_cookie_travels_over_tls_only(self, house: OpenHouse) -> None:
        client = house.client(headers={"X-Forwarded-Proto": "https"})
        answer = client.post("/me", json={"name": "Ada"})
        assert "secure" in answer.headers["set-cookie"].lower()

    def test_who_would_be_an_opponent_of_the_house_is_asked_for_another_name(
        self, house: OpenHouse
    ) -> None:
        came = house.client().post("/me", json={"name": "Lison", "language": "fr"})
        assert refused(came) == (422, "person/house")
        guest = house.guest("Ada")
        assert refused(guest.patch("/me", json={"name": "Basile"})) == (422, "person/house")
        assert guest.get("/me").json()["name"] == "Ada"

    def test_nor_is_a_seat_of_a_shared_screen_called_so(self, house: OpenHouse) -> None:
        guest = house.guest("Ada")
        wish = {"game": "barrier", "seats": ["me", "me"], "names": ["Ada", "Lison"]}
        assert refused(guest.post("/tables", json=wish)) == (422, "person/house")
        opened = guest.post("/tables", json={**wish, "names": ["Ada", "Bea"]}).json()
        orders = f"/tables/{opened['id']}/orders"
        rename = {"do": "rename", "seat": 1, "name": "basile"}
        assert refused(guest.post(orders, json=rename)) == (422, "person/house")
        seats = guest.get(f"/tables/{opened['id']}").json()["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", "Bea"]

    def test_who_walks_in_twice_is_the_same_person(self, house: OpenHouse) -> None:
        client = house.guest("Ada")
        assert client.post("/me", json={"name": "Bea"}).json()["name"] == "Ada"

    @pytest.mark.parametrize(
        ("given", "name"),
        [("  Ada\t  Lovelace ", "Ada Lovelace"), ("Zoe\u0308", "Zoë"), ("👩‍🚀", "👩‍🚀")],
    )
    def test_names_are_trimmed(self, house: OpenHouse, given: str, name: str) -> None:
        assert house.client().post("/me", json={"name": given}).json()["name"] == name

    @pytest.mark.parametrize("name", [" ", "a\x00b", "a\u202eb", "\u200d", "x" * 41, "a\ue000"])
    def test_names_that_cannot_be_seen_are_refused(self, house: OpenHouse, name: str) -> None:
        answer = house.client().post("/me", json={"name": name})
        assert refused(answer) == (422, "person/name")
        assert answer.json()["text"] == "A name has 1 to 40 characters, all of them visible."

    def test_a_forged_cookie_is_nobody(self, house: OpenHouse) -> None:
        client = house.guest()
        forged = client.cookies["tabletier"][:-4] + "AAAA"
        answer = house.client(cookies={"tabletier": forged}).get("/me")
        assert refused(answer) == (401, "person/unknown")

    def test_nobody_is_no_error_where_it_is_asked_quietly(self, house: OpenHouse) -> None:
        answer = house.client().get("/me", params={"quiet": True})
        assert (answer.status_code, answer.content) == (204, b"")
        known = house.guest("Ada").get("/me", params={"quiet": True})
        assert (known.status_code, known.json()["name"]) == (200, "Ada")

    def test_name_and_language_can_be_changed(self, house: OpenHouse) -> None:
        client = house.guest("Ada")
        changed = client.patch("/me", json={"name": "Bea", "language": "fr"}).json()
        assert changed == {"name": "Bea", "language": "fr", "login": None} | {
            "handle": changed["handle"],
            "shows": "public",
        }
        assert client.get("/me").json() == changed

    def test_refusals_speak_the_persons_language(self, house: OpenHouse) -> None:
        client = house.guest()
        assert client.get("/tables/none").json()["text"].startswith("There is no such table")
        client.patch("/me", json={"language": "fr"})
        assert client.patch("/me", json={"name": "\x00"}).json()["text"].startswith("Un nom a")
        asked = client.patch("/me?lang=en", json={"name": "\x00"})
        assert asked.json()["text"].startswith("A name has")


class TestAccounts:
    def test_a_guest_with_an_account_keeps_their_tables(self, house: OpenHouse) -> None:
        client = house.guest("Ada")
        table = opened(client)
        client.post("/me/account", json={"login": "Ada.L", "password": PASSWORD})
        assert [entry["id"] for entry in client.get("/me/tables").json()] == [table]
        elsewhere = log_in(house, "ADA.l ")
        assert elsewhere.get("/me").json()["login"] == "ada.l"
        assert [entry["id"] for entry in elsewhere.get("/me/tables").json()] == [table]

    def test_what_is_kept_tells_nobody_the_password_or_the_code(self, house: OpenHouse) -> None:
        _, code = account(house, "kept")
        file = house.settings.data_dir / "house.sqlite3"
        with sqlite3.connect(file) as database:
            query = "select password, recovery from people where login = 'kept'"
            password, recovery = database.execute(query).fetchone()
        database.close()
        assert password.startswith("$argon2id$")
        assert PASSWORD not in password
        assert code.replace("-", "") not in recovery

    def test_a_login_is_given_once(self, house: OpenHouse) -> None:
        account(house, "first")
        second = house.guest()
        answer = second.post("/me/account", json={"login": "First", "password": PASSWORD})
        assert refused(answer) == (409, "account/taken")
        assert second.get("/me").json()["login"] is None

    def test_nobody_has_two_accounts(self, house: OpenHouse) -> None:
        client, _ = account(house, "once")
        answer = client.post("/me/account", json={"login": "twice", "password": PASSWORD})
        assert refused(answer) == (409, "account/exists")

    @pytest.mark.parametrize("login", ["ab", "-abc", "a b c", "été", "x" * 41])
    def test_logins_are_plain(self, house: OpenHouse, login: str) -> None:
        answer = house.guest().post("/me/account", json={"login": login, "password": PASSWORD})
        assert refused(answer) == (422, "account/login")

    def test_a_wrong_name_and_a_wrong_password_are_answered_alike(self, house: OpenHouse) -> None:
        account(house, "known")
        client = house.client()
        answers = [
            client.post("/login", json={"login": login, "password": "wrong"})
            for login in ("known", "unknown")
        ]
        assert refused(answers[0]) == (401, "account/wrong")
        assert answers[0].content == answers[1].content

    def test_logging_out_here_leaves_other_devices_alone(self, house: OpenHouse) -> None:
        client, _ = account(house, "two-devices")
        elsewhere = log_in(house, "two-devices")
        assert client.post("/me/logout", json={}).status_code == 204
        assert client.get("/me").status_code == 401
        assert elsewhere.get("/me").status_code == 200

    def test_logging_out_everywhere_cuts_every_link(self, house: OpenHouse) -> None:
        client, _ = account(house, "everywhere")
        elsewhere, table = log_in(house, "everywhere"), opened(client)
        live = f"{house.live}/tables/{table}/live"
        with connect(live, additional_headers=cookie_of(elsewhere)) as link:
            link.recv(PATIENCE)
            client.post("/me/logout", json={"everywhere": True})
            assert json.loads(link.recv(PATIENCE)) == {"type": "bye", "retry_ms": 0}
            with pytest.raises(ConnectionClosed):
                link.recv(PATIENCE)
        assert elsewhere.get("/me").status_code == 401

    def test_a_changed_password_logs_the_others_out(self, house: OpenHouse) -> None:
        client, _ = account(house, "changing")
        elsewhere = log_in(house, "changing")
        wrong = client.post("/me/password", json={"password": "no", "new": "battery staple"})
        assert refused(wrong) == (401, "account/wrong")
        changed = client.post("/me/password", json={"password": PASSWORD, "new": "battery staple"})
        assert changed.status_code == 204
        assert client.get("/me").status_code == 200
        assert elsewhere.get("/me").status_code == 401
        log_in(house, "changing", "battery staple")

    def test_a_changed_password_ends_tokens_unless_they_are_kept(self, house: OpenHouse) -> None:
        client, _ = account(house, "programmer")
        made = client.post("/me/tokens", json={"label": "bot", "scopes": ["read"]}).json()
        bot = house.client(headers={"Authorization": f"Bearer {made['token']}"})
        kept = {"password": PASSWORD, "new": "battery staple", "keep_tokens": True}
        assert client.post("/me/password", json=kept).status_code == 204
        assert bot.get("/me").json()["login"] == "programmer"
        ended = {"password": "battery staple", "new": PASSWORD}
        assert client.post("/me/password", json=ended).status_code == 204
        assert refused(bot.get("/me")) == (401, "token/unknown")
        assert client.get("/me/tokens").json() == []

    def test_the_recovery_code_works_once(self, house: OpenHouse) -> None:
        client, code = account(house, "forgetful")
        token = client.post("/me/tokens", json={"label": "bot", "scopes": ["read"]}).json()["token"]
        asked = {"login": "forgetful", "code": code.lower().replace("-", " "), "password": "n" * 8}
        elsewhere = house.client()
        wrong = elsewhere.post("/recover", json={**asked, "code": "X" * 25})
        assert refused(wrong) == (401, "account/wrong")
        back = elsewhere.post("/recover", json=asked)
        assert back.status_code == 200
        assert back.json()["recovery"] != code
        assert elsewhere.get("/me").json()["login"] == "forgetful"
        assert client.get("/me").status_code == 401
        bot = house.client(headers={"Authorization": f"Bearer {token}"})
        assert refused(bot.get("/me")) == (401, "token/unknown")
        assert refused(elsewhere.post("/recover", json=asked)) == (401, "account/wrong")

    def test_short_passwords_are_refused(self, house: OpenHouse) -> None:
        answer = house.guest().post("/me/account", json={"login": "short", "password": "1234567"})
        assert refused(answer) == (422, "account/password")
        assert answer.json()["text"] == "A password has at least 8 characters."

    @pytest.mark.parametrize(
        ("password", "why"),
        [
            ("12345678", "among the first that anybody guesses"),
            ("MotDePasse", "among the first that anybody guesses"),
            ("guessable", "cannot be the login"),
        ],
    )
    def test_passwords_that_anybody_guesses_are_refused(
        self, house: OpenHouse, password: str, why: str
    ) -> None:
        asked = {"login": "guessable", "password": password}
        answer = house.guest().post("/me/account", json=asked)
        assert refused(answer) == (422, "account/password")
        assert why in answer.json()["text"]

    def test_so_are_new_ones_in_their_place(self, house: OpenHouse) -> None:
        client, code = account(house, "changeable")
        changed = client.post("/me/password", json={"password": PASSWORD, "new": "changeable"})
        assert refused(changed) == (422, "account/password")
        asked = {"login": "changeable", "code": code, "password": "12345678"}
        assert refused(house.client().post("/recover", json=asked)) == (422, "account/password")

    def test_who_is_known_is_told_of_a_wrong_password_and_no_login(self, house: OpenHouse) -> None:
        client, _ = account(house, "known-already")
        for path, asked in (("/me/password", {"new": "battery staple"}), ("/me/delete", {})):
            answer = client.post(path, json={**asked, "password": "not the password"})
            assert refused(answer) == (401, "account/wrong")
            assert answer.json()["text"] == "This is not your password."


def person_of(house: OpenHouse, client: httpx.Client) -> str:
    known = house.house.cookies.read(client.cookies[COOKIE])
    assert known is not None
    return known[0]


class TestLeaving:
    def test_the_export_is_everything_i_did(self, house: OpenHouse) -> None:
        ada, bea = house.guest("Ada"), house.guest("Bea")
        ada.post("/me/tokens", json={"label": "bot", "scopes": ["read"]})
        table = opened(ada)
        ada.post(f"/tables/{table}/orders", json={"do": "say", "text": "hello all"})
        bea.post(f"/tables/{table}/orders", json={"do": "sit"})
        bea.post(f"/tables/{table}/orders", json={"do": "say", "text": "my secret"})
        answer = ada.get("/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        known = answer.json()
        assert known["person"]["name"] == "Ada"
        assert [token["label"] for token in known["tokens"]] == ["bot"]
        assert [entry["id"] for entry in known["tables"]] == [table]
        assert [act["act"] for line in known["tables"][0]["did"] for act in line["acts"]] == [
            "opened",
            "sat",
            "said",
        ]
        assert "my secret" not in answer.text
        adding = house.house.jobs.ledger.add("hint", table, "x", person_of(house, ada), 1)
        asyncio.run_coroutine_threadsafe(adding, house.loop).result(PATIENCE)
        (job,) = ada.get("/me/export").json()["jobs"]
        assert (job["kind"], job["table_id"], job["made"]) == ("hint", table, 1)
        assert bea.get("/me/export").json()["jobs"] == []
        with sqlite3.connect(house.settings.data_dir / "house.sqlite3") as database:
            ids = [row[0] for row in database.execute("select id from people")]
        database.close()
        assert not any(known_id in answer.text for known_id in ids)

    def test_who_is_forgotten_leaves_a_match_that_goes_on(self, house: OpenHouse) -> None:
        ada, bea = house.guest("Ada Unforgettable"), house.guest("Bea")
        table = opened(ada)
        bea.post(f"/tables/{table}/orders", json={"do": "sit"})
        ada.post(f"/tables/{table}/orders", json={"do": "say", "text": "unspeakable"})
        assert ada.post(f"/tables/{table}/orders", json={"do": "start"}).status_code == 200
        assert ada.post("/me/delete", json={}).status_code == 204
        assert ada.get("/me").status_code == 401
        seen = bea.get(f"/tables/{table}").json()
        assert seen["table"]["status"] == "playing"
        assert [seat["level"] for seat in seen["table"]["seats"]] == [2, None]
        told = bea.get(f"/tables/{table}/lines").text + json.dumps(seen)
        assert "Unforgettable" not in told
        assert "unspeakable" not in told
        with sqlite3.connect(house.settings.data_dir / "house.sqlite3") as database:
            rows = database.execute("select acts from lines where table_id = ?", [table]).fetchall()
            people = database.execute("select name from people").fetchall()
        database.close()
        assert "Unforgettable" not in str(rows) + str(people)
        assert "unspeakable" not in str(rows)

    def test_a_table_that_has_not_begun_gets_a_free_seat_and_a_new_host(
        self, house: OpenHouse
    ) -> None:
        ada, bea = house.guest("Ada"), house.guest("Bea")
        table = opened(ada)
        bea.post(f"/tables/{table}/orders", json={"do": "sit"})
        ada.post("/me/delete", json={})
        seen = bea.get(f"/tables/{table}").json()["table"]
        assert [seat["name"] for seat in seen["seats"]] == ["", "Bea"]
        assert seen["host"]
        (entry,) = bea.get("/me/tables").json()
        assert entry["free"] == 1

    def test_an_account_is_only_deleted_by_who_knows_its_password(self, house: OpenHouse) -> None:
        client, _ = account(house, "deletable")
        assert refused(client.post("/me/delete", json={})) == (401, "account/wrong")
        assert client.post("/me/delete", json={"password": PASSWORD}).status_code == 204
        again = house.client().post("/login", json={"login": "deletable", "password": PASSWORD})
        assert again.status_code == 401
        account(house, "deletable")  # the name is free again

    def test_tokens_go_too(self, house: OpenHouse) -> None:
        owner = house.guest()
        made = owner.post("/me/tokens", json={"label": "bot", "scopes": ["read"]}).json()
        owner.post("/me/delete", json={})
        bot = house.client(headers={"Authorization": f"Bearer {made['token']}"})
        assert bot.get("/me").status_code == 401
