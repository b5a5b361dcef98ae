"""The page, handed out to browsers: real requests, honest ones and others."""

import gzip
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tabletier.server.http import static
from tests.server.houses import PATIENCE, OpenHouse, open_house

ROOT = Path(__file__).parents[2]
HTML = b"<!doctype html><title>Tabletier</title><script type=module src=/assets/a-1.js></script>"
SCRIPT = b"export const answer = 42;\n" * 100
PACKED = b"packed as brotli would: nobody unpacks this here"
SECRET = "what nobody may read"
FILES = {
    "index.html": HTML,
    "assets/a-1.js": SCRIPT,
    "assets/a-1.js.br": PACKED,
    "assets/a-1.js.gz": gzip.compress(SCRIPT),
    "assets/small-2.css": b"b{}",
    "manifest.webmanifest": b"{}",
    "sw.js": b"self.oninstall = null;",
    "icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "unknown.xyz": b"?",
}


def build(folder: Path) -> None:
    for name, body in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    (folder / "secret.txt").write_text(SECRET)
    build(folder / "page")
    (folder / "page" / "link.txt").symlink_to(folder / "secret.txt")
    return folder / "page"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[OpenHouse]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static, "PAGE", built)
        with open_house(tmp_path_factory.mktemp("porch")) as house:
            yield house


@pytest.fixture
def browser(house: OpenHouse) -> httpx.Client:
    return house.client(under="", headers={"Accept-Encoding": "identity"})


class TestThePage:
    @pytest.mark.parametrize("path", ["/", "/table/AbC-_9", "/learn/punto/3", "/me/", "/replay"])
    def test_every_room_is_the_page(self, browser: httpx.Client, path: str) -> None:
        answer = browser.get(path)
        assert (answer.status_code, answer.content) == (200, HTML)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "script-src 'self'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"

    @pytest.mark.parametrize(
        "path", ["/index.php", "/apiary", "/a/b/", "/table", "/rules/chess", "/new/"]
    )
    def test_whoever_reads_pages_is_told_by_the_page_that_there_is_nothing(
        self, browser: httpx.Client, path: str
    ) -> None:
        answer = browser.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (answer.status_code, answer.content) == (404, HTML)
        again = browser.get(
            path, headers={"Accept": "text/html", "If-None-Match": answer.headers["etag"]}
        )
        assert (again.status_code, again.content) == (404, HTML)
        program = browser.get(path, headers={"Accept": "*/*"})
        assert (program.status_code, program.json()["code"]) == (404, "http/404")

    def test_the_house_and_the_page_know_the_same_rooms(self) -> None:
        router = (ROOT / "web/src/lib/state/router.svelte.ts").read_text("utf-8")
        read = re.findall(r'if \(first === "(\w*)"( && second)?\)', router)
        assert {first: bool(more) for first, more in read} == {
            first: bool(needed) and needed != static.PERHAPS
            for first, needed in static.ROOMS.items()
        }

    def test_a_private_table_is_not_told_apart(self, browser: httpx.Client) -> None:
        one, other = browser.get("/table/one"), browser.get("/table/other")
        assert (one.content, one.headers["etag"]) == (other.content, other.headers["etag"])

    @pytest.mark.parametrize(
        ("path", "kind"),
        [
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/sw.js", "text/javascript; charset=utf-8"),
            ("/icon.svg", "image/svg+xml"),
        ],
    )
    def test_files_that_are_asked_for_each_time(
        self, browser: httpx.Client, path: str, kind: str
    ) -> None:
        answer = browser.get(path)
        assert (answer.content, answer.headers["content-type"]) == (FILES[path[1:]], kind)
        assert answer.headers["cache-control"] == "no-cache"

    def test_files_that_last_for_a_year(self, browser: httpx.Client) -> None:
        answer = browser.get("/assets/small-2.css")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"

    @pytest.mark.parametrize("path", ["/", "/assets/a-1.js", "/sw.js"])
    def test_head_is_get_without_the_body(self, browser: httpx.Client, path: str) -> None:
        told, asked = browser.get(path), browser.head(path)
        assert (asked.status_code, asked.content) == (200, b"")
        for name in ("content-length", "content-type", "etag", "cache-control"):
            assert asked.headers[name] == told.headers[name]


class TestPacked:
    @pytest.mark.parametrize(
        ("accepted", "packing"),
        [
            ("gzip, deflate, br, zstd", "br"),
            ("gzip", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("identity", None),
            ("br;q=0.0,gzip;q=0", None),
            ("brr, xgzip", None),
        ],
    )
    def test_as_small_as_the_browser_can_unpack(
        self, house: OpenHouse, accepted: str, packing: str | None
    ) -> None:
        client = house.client(under="", headers={"Accept-Encoding": accepted})
        with client.stream("GET", "/assets/a-1.js") as answer:
            body = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == packing
        assert answer.headers["vary"] == "Accept-Encoding"
        assert int(answer.headers["content-length"]) == len(body)
        wanted = {"br": PACKED, "gzip": FILES["assets/a-1.js.gz"], None: SCRIPT}
        assert body == wanted[packing]

    def test_each_packing_has_its_own_tag(self, house: OpenHouse) -> None:
        tags = set()
        for accepted in ("br", "gzip", "identity"):
            headers = {"Accept-Encoding": accepted}
            tags.add(house.client(under="").head("/assets/a-1.js", headers=headers).headers["etag"])
        assert len(tags) == 3

    def test_packed_files_are_not_files_of_the_page(self, browser: httpx.Client) -> None:
        assert browser.get("/assets/a-1.js.br").status_code == 404


class TestAskedAgain:
    @pytest.mark.parametrize("known", ["{}", "W/{}", '"x", {}', "*"])
    def test_what_is_known_is_not_sent_again(self, browser: httpx.Client, known: str) -> None:
        for path in ("/", "/assets/a-1.js"):
            tag = browser.get(path).headers["etag"]
            answer = browser.get(path, headers={"If-None-Match": known.format(tag)})
            assert (answer.status_code, answer.content) == (304, b"")
            assert answer.headers["etag"] == tag
            assert "cache-control" in answer.headers

    def test_what_has_changed_is(self, browser: httpx.Client) -> None:
        answer = browser.get("/", headers={"If-None-Match": '"something else"'})
        assert answer.status_code == 200


class TestNothingElse:
    @pytest.mark.parametrize(
        "path",
        ["/nothing.js", "/assets/none.css", "/link.txt", "/unknown.xyz", "/secret.txt", "/.env"],
    )
    def test_there_is_nothing(self, browser: httpx.Client, path: str) -> None:
        answer = browser.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "http/404")

    @pytest.mark.parametrize(
        "target",
        [
            "/../secret.txt",
            "/assets/../../secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/..%5csecret.txt",
            "//secret.txt",
            "/assets//../../secret.txt",
            "/%00secret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
            "/./../page/../secret.txt",
        ],
    )
    def test_nobody_climbs_out_of_the_folder(self, house: OpenHouse, target: str) -> None:
        answer = raw(house, f"GET {target} HTTP/1.1")
        assert answer.split(" ")[1] in ("404", "400")
        assert SECRET not in answer

    @pytest.mark.parametrize(
        "path", ["/api", "/api/v1/nothing", "/api/", "/healthz/x", "/livez/x", "/metrics/x"]
    )
    def test_addresses_of_the_house_are_not_rooms(self, browser: httpx.Client, path: str) -> None:
        answer = browser.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "http/404")

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
    def test_a_page_is_only_looked_at(self, browser: httpx.Client, method: str) -> None:
        assert browser.request(method, "/table/x").status_code in (404, 405)

    def test_the_house_still_answers(self, browser: httpx.Client) -> None:
        assert browser.get("/api/v1/games").json()["games"]
        assert browser.get("/healthz").status_code in (200, 503)


def raw(house: OpenHouse, line: str) -> str:
    """What is answered to a request that no well-bred client would send."""
    host, _, port = house.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as link:
        link.sendall(f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := link.recv(65536):
            answer += part
    return answer.decode(errors="replace")


def test_without_a_page_a_sign_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "PAGE", tmp_path / "page")
    with open_house(tmp_path / "house") as house:
        browser = house.client(under="")
        sign = browser.get("/")
        assert "The house is open." in sign.text
        assert "make run" in sign.text
        assert "La maison est ouverte." in browser.get("/table/x?lang=fr").text
        assert browser.get("/assets/a-1.js").status_code == 404
        build(tmp_path / "page")
        assert browser.get("/").content == HTML
        assert browser.get("/sw.js").content == FILES["sw.js"]
        index = tmp_path / "page" / "index.html"
        index.write_bytes(HTML + b" again")
        os.utime(index, ns=(1, 1))
        assert browser.get("/").content == HTML + b" again"
        index.unlink()
        assert "The house is open." in browser.get("/").text
        assert browser.get("/sw.js").status_code == 404
