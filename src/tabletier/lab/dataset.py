"""Played games as tables for learners: two Parquet files and a card that says how they were made.

`matches.parquet` has a row for each match with its whole record, `moves.parquet` one for each move
with what the mover knew. Only what the mover may know stands beside a move, so that whoever learns
from it learns to play fairly; what was hidden is in the record.
"""

import hashlib
import json
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import Arena, BadArena, Plan, arena_of
from tabletier.lab.arena.play import Played, side_of_seat
from tabletier.lab.arena.tournament import ResultsFile, record_name, run
from tabletier.lab.report import machine
from tabletier.match.history import unfolding
from tabletier.match.record import load
from tabletier.search.players import budget_for, find_player

MATCHES, MOVES, CARD = "matches.parquet", "moves.parquet", "README.md"
RECORDS, RESULTS = "records", "results.jsonl"
AT_ONCE = 200
"""Matches written together: so much is in memory at a time."""


class Dataset(NamedTuple):
    """What was written."""

    folder: Path
    matches: int
    moves: int


def write(plan: Plan, folder: Path, hear: Callable[[Played], None] = lambda _: None) -> Dataset:
    """Play what a plan asks for and write it into a folder, which must be new or half done.

    Stopped on the way, the same call goes on where it stopped. Raises a GameError.
    """
    _check_folder(folder)
    plan = replace(plan, records=folder / RECORDS, results=folder / RESULTS)
    arena = arena_of(plan)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        run(plan, hear)
        played = list(ResultsFile(plan, arena).played.values())
        played.sort(key=lambda game: (game.deck, game.turn))
        moves = _write_tables(arena, played, folder)
        (folder / CARD).write_text(_card(arena, plan, folder, len(played), moves), "utf-8")
        shutil.rmtree(folder / RECORDS)
        (folder / RESULTS).unlink()
    except OSError as error:
        why = error.strerror or str(error)
        raise BadArena(
            Text(f"Impossible d'écrire {folder} : {why}.", f"Cannot write {folder}: {why}.")
        ) from error
    return Dataset(folder, len(played), moves)


def _check_folder(folder: Path) -> None:
    """Raises BadArena unless the folder is new, empty, or half written by us."""
    try:
        there = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    except OSError:  # there is none, or it cannot be read: making it says so
        return
    if {CARD, MATCHES, MOVES} <= there:
        raise BadArena(
            Text(
                f"{folder} contient déjà un jeu de données ; choisissez un autre dossier.",
                f"{folder} has a dataset already; choose another folder.",
            )
        )
    if there and RESULTS not in there:
        name = min(there)
        raise BadArena(
            Text(
                f"{folder} n'est pas vide ({name}), et rien n'y est à moitié écrit ; choisissez "
                "un nouveau dossier.",
                f"{folder} is not empty ({name}), and nothing is half written there; choose a "
                "new folder.",
            )
        )


def _write_tables(arena: Arena, played: list[Played], folder: Path) -> int:
    """Both files, some matches at a time; how many moves there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    matches, moves = _schemas(pa)
    count = 0
    with (
        pq.ParquetWriter(folder / MATCHES, matches, compression="zstd") as of_matches,
        pq.ParquetWriter(folder / MOVES, moves, compression="zstd") as of_moves,
    ):
        for first in range(0, len(played), AT_ONCE):
            rows, steps = [], []
            for number, game in enumerate(played[first : first + AT_ONCE], first):
                row, its = _rows(arena, number, game, folder / RECORDS / record_name(game))
                rows.append(row)
                steps += its
            of_matches.write_table(pa.Table.from_pylist(rows, matches))
            of_moves.write_table(pa.Table.from_pylist(steps, moves))
            count += len(steps)
    return count


COLUMNS = {
    MATCHES: {
        "match": "number of the match, from 0",
        "deck": "matches of one deck have the same luck; the players change places",
        "game": "key of the game",
        "options": "what was agreed, all defaults filled in, as JSON",
        "players": "who played each seat",
        "moves": "how many moves were made",
        "winners": "the seats that won; none: a draw",
        "reason": "how it ended",
        "record": "the whole match with its seed: `tabletier.load(record)`",
    },
    MOVES: {
        "match": "number of the match",
        "ply": "how many moves were made before",
        "seat": "who moves",
        "player": "who plays that seat",
        "move": "the move's text",
        "legal": "how many moves were legal",
        "view": "what the mover knew, as JSON: `match.view(seat)`",
        "won": "what became of the mover's side: 1 won, 0.5 a draw, 0 lost",
    },
}
"""The columns of each file, in order, and what they mean."""


def _schemas(pa: Any) -> tuple[Any, Any]:
    """The types of both tables."""
    kinds = {
        "match": pa.int32(),
        "deck": pa.int32(),
        "players": pa.list_(pa.string()),
        "moves": pa.int32(),
        "winners": pa.list_(pa.int8()),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "legal": pa.int32(),
        "won": pa.float32(),
    }
    matches, moves = (
        pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS[file]])
        for file in (MATCHES, MOVES)
    )
    return matches, moves


def _rows(
    arena: Arena, number: int, game: Played, record: Path
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The row of a match, and those of its moves."""
    text = record.read_text("utf-8")
    match = load(text)
    assert match.result is not None
    side = side_of_seat(match)
    players = [arena.players[game.lineup[side[seat]]] for seat in range(match.seats)]
    row = {
        "match": number,
        "deck": game.deck,
        "game": match.game,
        "options": json.dumps(match.options),
        "players": players,
        "moves": len(match.moves),
        "winners": list(match.result.winners),
        "reason": match.result.reason,
        "record": text,
    }
    won = [1.0 if seat in match.result.winners else 0.0 for seat in range(match.seats)]
    if not match.result.winners:
        won = [0.5] * match.seats
    return row, [
        {"match": number, "player": players[step["seat"]], "won": won[step["seat"]], **step}
        for step in _steps(match)
    ]


def _steps(match: Any) -> Iterator[dict[str, Any]]:
    """Each move with what its player knew before it."""
    made = match.moves
    for ply, before in enumerate(unfolding(match)):
        if ply == len(made):
            return
        yield {
            "ply": ply,
            "seat": before.to_move,
            "move": made[ply],
            "legal": len(before.legal_moves()),
            "view": json.dumps(before.view(before.to_move), ensure_ascii=False),
        }


def _card(arena: Arena, plan: Plan, folder: Path, matches: int, moves: int) -> str:
    """The data card, in Markdown: what it is, how it was made, what each column means."""
    parts = [
        f"# {arena.game.name.en}: {matches} matches, {moves} moves",
        "Games that opponents of Tabletier played against each other. Licence: CC0-1.0.",
        "```sh\n" + _command(arena, plan) + "\n```",
        _repeated(arena),
        _made_with(arena),
    ]
    for file, columns in COLUMNS.items():
        digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
        rows = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in columns.items())
        parts.append(f"## {file}\n\nsha256 `{digest}`\n\n| column | meaning |\n|---|---|\n{rows}")
    parts.append(
        "A view holds nothing that the mover may not know; a record holds everything, also what "
        "was hidden from the players while they chose. Matches of one deck are not independent: "
        "split training from testing by deck."
    )
    return "\n\n".join(parts) + "\n"


def _repeated(arena: Arena) -> str:
    """Whether the same command gives the same games again."""
    budgets = {
        name: budget_for(find_player(name, arena.game), arena.game) for name in arena.players
    }
    clocked = [name for name, (most, seconds) in budgets.items() if seconds and not most]
    if clocked:
        names = ", ".join(clocked)
        return f"By the clock: {names}. Another run gives other games of the same kind."
    same = "Nobody thinks by the clock: the same command gives the same matches"
    hurried = [seconds for most, seconds in budgets.values() if most and seconds]
    if hurried:
        return (
            f"{same}, unless a machine is too slow to think a move through in {min(hurried):g} s."
        )
    return f"{same} on any machine."


def _made_with(arena: Arena) -> str:
    rules = f"Rules: version {arena.game.version} of `{arena.game.key}`"
    made = f"Made by Tabletier {machine()['tabletier']} with Python {machine()['python']}."
    return f"{rules}, options `{json.dumps(arena.options)}`. {made}"


def _command(arena: Arena, plan: Plan) -> str:
    """The command line that makes these games."""
    words = ["tabletier", "dataset", arena.game.key, *arena.players]
    words += ["--games", str(plan.games), "--seed", arena.seed]
    for name, value in plan.options.items():
        flag = name.replace("_", "-")
        words += [f"--{flag}" if value is not False else f"--no-{flag}"]
        words += [] if isinstance(value, bool) else [str(value)]
    return shlex.join([*words, "--to", "FOLDER"])
