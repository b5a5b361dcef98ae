"""docs/records.md can be believed: all it shows is recomputed from its text.

The first half uses nothing but hashlib, hmac and json, as a stranger would; the second half
compares what the page says with what the house does.
"""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE
from tabletier.games.kernel.registry import find, keys
from tabletier.match.options import fill
from tabletier.match.seed import ticket

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "records.md").read_text("utf-8")
RECORD = re.findall(r"^```jsonl\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
EXAMPLES = [
    json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
]
VECTORS = re.findall(
    r"^\| `(.+?)` \| (\d+) \| (.+?) \| (\d+) \| `([0-9a-f]{64})` \| (\d+) \|$", PAGE, re.MULTILINE
)
SPACE = 2**256


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def listed(draw: Any) -> tuple[int, dict[int, str]]:
    """How many tickets a draw on the page has, and what those draw that it shows."""
    if "tickets" in draw:
        return len(draw["tickets"]), dict(enumerate(draw["tickets"]))
    return draw["count"], {int(number): text for number, text in draw["some"].items()}


def value_of(seed: str, n: int, attempt: int) -> int:
    message = f"tabletier/1 {n} {attempt}"
    return int(hmac.new(seed.encode(), message.encode(), hashlib.sha256).hexdigest(), 16)


def ticket_of(seed: str, n: int, tickets: int) -> tuple[int, int]:
    """The ticket of a draw, and at which try it was found."""
    attempt = 0
    while value_of(seed, n, attempt) >= SPACE // tickets * tickets:
        attempt += 1
    return value_of(seed, n, attempt) % tickets, attempt


def number(text: str) -> int:
    """A number as the page writes it: `36`, or `2^255 + 1`."""
    found = re.fullmatch(r"2\^(\d+) \+ (\d+)", text)
    return 2 ** int(found[1]) + int(found[2]) if found else int(text)


class TestAStranger:
    def test_the_page_shows_a_record_draws_and_values(self) -> None:
        assert len(RECORD.splitlines()) > 5
        assert len(EXAMPLES) >= 4
        assert len(VECTORS) >= 6

    def test_the_chain_fits(self) -> None:
        link = ""
        for text in RECORD.splitlines():
            line = json.loads(text)
            body = {key: value for key, value in line.items() if key != "hash"}
            link = hashlib.sha256((link + canonical(body)).encode()).hexdigest()
            assert line["hash"] == link
            assert text == canonical(line)

    def test_the_seed_is_the_one_that_was_promised(self) -> None:
        lines = [json.loads(line) for line in RECORD.splitlines()]
        assert hashlib.sha256(lines[-1]["seed"].encode()).hexdigest() == lines[0]["commitment"]

    def test_the_draws_of_the_record_are_those_of_the_seed(self) -> None:
        *lines, tail = [json.loads(line) for line in RECORD.splitlines()]
        drawn = [(line["n"], line["draw"]) for line in lines if line.get("by") == "chance"]
        shown = EXAMPLES[0]["draws"]
        assert drawn == [(draw["n"], draw["draw"]) for draw in shown]
        for draw in shown:
            found, _ = ticket_of(tail["seed"], draw["n"], listed(draw)[0])
            assert found == draw["ticket"]

    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["options"]))
    def test_every_draw_shown_is_what_its_ticket_draws(self, example: Any) -> None:
        for draw in example["draws"]:
            count, texts = listed(draw)
            found, _ = ticket_of(example["seed"], draw["n"], count)
            assert found == draw["ticket"]
            assert texts[found] == draw["draw"]

    @pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: "-".join(vector[:3]))
    def test_every_value_of_the_table(self, vector: tuple[str, ...]) -> None:
        seed, n, tickets, attempt, value, found = vector
        assert f"{value_of(seed, int(n), int(attempt)):064x}" == value
        assert ticket_of(seed, int(n), number(tickets)) == (int(found), int(attempt))


class TestTheHouse:
    def test_it_reads_the_record_and_verifies_the_deal(self) -> None:
        checked = tt.verify(RECORD)
        assert checked.deal_verified
        assert checked.match.record() == RECORD

    def test_it_takes_the_same_tickets(self) -> None:
        for seed, n, tickets, _, _, found in VECTORS:
            assert ticket(seed, int(n), number(tickets)) == int(found)

    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["options"]))
    def test_it_draws_the_same_from_the_same_tickets(self, example: Any) -> None:
        shown = {draw["n"]: draw for draw in example["draws"]}
        moves, n = list(example["moves"]), 0
        game = find(example["game"])
        state = game.start(fill(game, example["options"]))
        while (waits := game.rules.to_move(state) == CHANCE) or moves:
            if waits:
                count = game.rules.tickets(state)
                steps = [int(game.rules.chance(state, number)) for number in range(count)]
                if n in shown:
                    expected, texts = listed(shown.pop(n))
                    assert count == expected
                    assert texts == {k: game.write(state, (steps[k],)) for k in texts}
                step = steps[ticket(example["seed"], n, count)]
            else:
                (step,) = game.read(state, moves.pop(0)) or ()
            state, n = game.rules.apply(state, step), n + 1
        assert shown == {}

    def test_every_game_is_on_the_page(self) -> None:
        section = PAGE.partition("## What the tickets are")[2].partition("\n## ")[0]
        names = {find(key).name.en.replace("*", r"\*") for key in keys()}
        assert set(re.findall(r"^\*\*(.+?)\.?\*\*(?: |$)", section, re.MULTILINE)) == names
