"""A hundred thousand broken moves, positions and records: a GameError each, or they are right."""

import hashlib
import json
import random
from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import MODES, table
from tests.games.punto.games import STYLES, somewhere
from tests.games.punto.mutations import moved_cards, mutated_json, mutated_text

MOVES, POSITIONS, RECORDS = 50_000, 36_000, 14_000
PARTS = 4  # tests of a quarter each, so that they can run side by side


class TestMoves:
    @pytest.mark.parametrize("part", range(PARTS))
    def test_a_broken_move_is_legal_or_refused(self, part: int) -> None:
        rng = random.Random(f"moves {part}")
        for match in (somewhere(part), table("M3", "r1 y2/b4", {0: "r5"}), *_openings()):
            legal = set(match.legal_moves())
            texts = sorted(legal | {"r5@0,0", "b9@-1,2", "y1@5,-5"})
            for _ in range(MOVES // PARTS // 8):
                text = mutated_text(rng, rng.choice(texts)) if rng.random() < 0.6 else _near(rng)
                refusal = match.explain(text)
                assert (refusal is None) == (text in legal)
                assert refusal is None or (refusal.text.fr and refusal.text.en)


def _near(rng: random.Random) -> str:
    """A well-formed move near the table, legal or not."""
    card = rng.choice("rgby") + rng.choice("123456789")
    return f"{card}@{rng.randint(-7, 7)},{rng.randint(-7, 7)}"


def _openings() -> list[tt.Match]:
    return [tt.new("punto", options, seed="fuzz") for options in MODES.values()]


class TestPositions:
    @pytest.mark.parametrize("part", range(PARTS))
    def test_a_broken_position_stands_or_is_refused(self, part: int) -> None:
        rng = random.Random(f"positions {part}")
        stood = 0
        for number in range(30):
            match = somewhere(1000 * part + number)
            position = match.position()
            for turn in range(POSITIONS // PARTS // 30):
                breaking = moved_cards if turn % 3 == 0 else mutated_json
                broken = breaking(rng, position)
                stood += _stands(broken, match.options, rng)
        assert 0 < stood < POSITIONS // PARTS // 3

    @pytest.mark.parametrize(
        "thing", [None, [], "", 5, {}, {"board": {}}, {1: 2}, {"board": {10**5000: ["r5"]}}]
    )
    def test_anything_else_is_refused(self, thing: object) -> None:
        with pytest.raises(tt.BadPosition):
            tt.setup("punto", thing, {"players": 2})

    def test_a_place_that_is_no_text_is_refused(self) -> None:
        position: dict[str, Any] = table("M2", "b1", {0: "r5"}).position()
        for place in (10**5000, 0, None, (0, 0)):
            with pytest.raises(tt.BadPosition):
                tt.setup("punto", {**position, "board": {place: ["b1"]}}, {"players": 2})


def _stands(position: Any, options: dict[str, Any], rng: random.Random) -> bool:
    """Whether a position was accepted; then it must be one that can be played and given back."""
    try:
        match = tt.setup("punto", position, options, seed="fuzz")
    except tt.BadPosition:
        return False
    moves = match.legal_moves()
    assert bool(moves) == (match.result is None)
    if moves and rng.random() < 0.2:
        match = match.play(rng.choice(moves))
        match.events()
    assert tt.setup("punto", match.position(), options).position() == match.position()
    return True


def short_records() -> list[str]:
    """Records of a few moves in every mode, begun anew or from a position, ended or not."""
    rng = random.Random("records")
    records = []
    for number, options in enumerate(MODES.values()):
        match = tt.new("punto", {**options, "expert": number % 2 == 1}, seed="fuzz")
        for _ in range(3):
            match = match.play(STYLES[0](rng, match))
        records += [match.record(), match.draw_by_agreement().record(reveal=number % 2 == 0)]
    line = table("M4", "r1 r2 r3", {0: "r9"}, rounds_to_win=1)
    won = table("M2", "r1 r2 r3 r4", {0: "r9"})
    return [*records, line.play("r9@3,0").record(), won.play("r9@4,0").resign(1).record()]


def chained(lines: list[Any]) -> str:
    """A record whose hashes fit again, whatever is in its lines."""
    link, texts = "", []
    for line in lines:
        if isinstance(line, dict):
            body = {key: value for key, value in line.items() if key != "hash"}
            text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            link = hashlib.sha256((link + text).encode("utf-8", "surrogatepass")).hexdigest()
            line = {**body, "hash": link}
        texts.append(json.dumps(line, separators=(",", ":"), sort_keys=True, ensure_ascii=False))
    return "\n".join(texts) + "\n"


def broken_record(rng: random.Random, record: str) -> str:
    """A record with lines changed, lost, doubled or swapped; mostly its hashes fit again."""
    if rng.random() < 0.1:
        return mutated_text(rng, record)
    lines = [json.loads(line) for line in record.splitlines()]
    for _ in range(rng.randint(1, 2)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(other, lines[at])
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[rng.choice((at, 0, -1))] = mutated_json(rng, lines[at])
        if not lines:
            return ""
    return chained(lines)


class TestRecords:
    @pytest.mark.parametrize("part", range(PARTS))
    def test_a_broken_record_loads_or_is_refused(self, part: int) -> None:
        rng = random.Random(f"broken {part}")
        records = short_records()
        loaded = 0
        for _ in range(RECORDS // PARTS):
            broken = broken_record(rng, rng.choice(records))
            try:
                match = tt.load(broken)
            except tt.BadRecord:
                continue
            loaded += 1
            assert tt.load(match.record(reveal=match.seed is not None)).log == match.log
        assert loaded < RECORDS // PARTS // 4

    @pytest.mark.parametrize("depth", [100, 990, 5000, 100_000])
    def test_a_record_nested_too_deeply_is_refused(self, depth: int) -> None:
        nested = "[" * depth + "]" * depth
        with pytest.raises(tt.BadRecord):
            tt.load(short_records()[0].replace('"start":null', f'"start":{nested}'))

    @pytest.mark.parametrize("digits", [4000, 5000])
    def test_a_record_with_an_enormous_number_is_refused(self, digits: int) -> None:
        with pytest.raises(tt.BadRecord):
            tt.load(short_records()[0].replace('"players":2', f'"players":{"9" * digits}'))

    def test_unbroken_ones_load(self) -> None:
        for record in short_records():
            lines = [json.loads(line) for line in record.splitlines()]
            assert chained(lines) == record
            assert tt.load(record).record(reveal=lines[-1]["seed"] is not None) == record

    def test_changing_one_move_and_hashing_again_is_still_found_out(self) -> None:
        """The draws after it come from the seed, the moves from the rules."""
        record = short_records()[0]
        lines = [json.loads(line) for line in record.splitlines()]
        draw = next(line for line in lines if str(line.get("draw", "")).startswith("draw"))
        draw["draw"] = "draw r1" if draw["draw"] != "draw r1" else "draw r2"
        with pytest.raises(tt.BadRecord, match="does not come from the seed"):
            tt.load(chained(lines))
