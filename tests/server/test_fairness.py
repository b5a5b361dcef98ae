"""Luck is promised at the start, told at the end, and anybody can check it."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.match.record import names_in
from tests.server.visitors import Visitor, served

QUICK: dict[str, dict[str, Any]] = {"punto": {"rounds_to_win": 1}}


def verified(text: str) -> dict[str, Any]:
    """What `tabletier verify` says of a record."""
    run = subprocess.run(
        [sys.executable, "-m", "tabletier", "verify", "-", "--json"],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "TABLETIER_JIT": "0"},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    report: dict[str, Any] = json.loads(run.stdout)
    return report


@pytest.mark.parametrize("game", keys())
def test_the_promise_is_kept_and_can_be_checked(game: str, tmp_path: Path) -> None:
    dice = random.Random(game)
    with served(tmp_path) as house, Visitor(house.address, "Ann") as ann:
        options = QUICK.get(game, {})
        table = ann.open(game, options=options, seats=["me", "me"], start=True)
        promised = table["table"]["commitment"]
        assert len(promised) == 64
        position, moves = table["position"], 0
        answer = ann.http.get(f"/tables/{table['id']}/record")
        assert answer.status_code == 409  # the seed is in it
        with ann.live(table["id"]) as live:
            live.until("hello")
            while position["to_move"] is not None and moves < 60:
                move = dice.choice(position["legal"])
                live.send(do="move", move=move, ply=moves)
                line = live.until_act("moved")
                assert line.get("table", {"seed": None})["seed"] is None or moves
                position, moves = line["position"], moves + 1
            if position["to_move"] is not None:
                live.send(do="resign")
                live.until_act("ended")
            sent = json.dumps(live.heard[:-1])
        shown = ann.look(table["id"])["table"]
        assert shown["commitment"] == promised
        assert hashlib.sha256(shown["seed"].encode()).hexdigest() == promised
        assert shown["seed"] not in sent
        text = ann.http.get(f"/tables/{table['id']}/record").text
        assert names_in(text)[0] == "Ann"
        report = verified(text)
    assert report["deal_verified"]
    assert (report["commitment"], report["seed"]) == (promised, shown["seed"])
    assert report["result"]["winners"] == shown["result"]["winners"]
    assert tt.load(text).moves == tuple(ann_moves(text))


def ann_moves(text: str) -> list[str]:
    """The moves of a record, read without us."""
    return [entry["move"] for entry in map(json.loads, text.splitlines()) if "move" in entry]
