"""How many turns a row is from being of one colour, for a player alone: a table of all rows.

What it counts: at each turn the player holds four cards (POINT-10), any four of the 64 as likely,
and the bank can pay everything. One of the cards must be used if any fits (POINT-17), in whichever
reading and place is best; else the turn is lost. The figure is the mean number of turns until the
row is pure (POINT-21), if all turns are played so as to make it least. docs/studies/point-turns.md
says why, and what the real game does otherwise.

The table is worked out by `scripts/point_distances.py`. It holds tenths of a turn for rows of 2 to
18 pawns. A row and its mirror image are equally far, so one of the two is kept; each as the
difference from the farther of the two rows that are left without its first or its last pawn.
"""

import hashlib
import lzma
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.text import Text
from tabletier.games.point.cards import DECK
from tabletier.games.point.state import HAND, State, own_pawns, row_of

FILE = Path(__file__).resolve().parent / "distances.xz"
SHORTEST, LONGEST = 2, 18
GRAIN = 10
"""Parts of a turn that the table tells apart."""
MARK = 32
"""Bytes at the head of the file: for which cards it was worked out."""

Numbers = NDArray[np.int64]


def shares(kinds: int, copies: int) -> list[float]:
    """How likely the k-th best of so many kinds of cards is the best of a hand with one more."""
    hand, deck = HAND + 1, kinds * copies
    worse = [comb(deck - copies * k, hand) for k in range(kinds + 1)]
    return [(worse[k] - worse[k + 1]) / comb(deck, hand) for k in range(kinds)]


def mark() -> bytes:
    """The cards that a table is about, in short."""
    listed = ",".join(f"{card}*{copies}" for card, copies in DECK.items())
    return hashlib.sha256(listed.encode()).digest()


def number_of(row: str, own: str) -> int:
    """The number of a row in the table: a 1, then its pawns, 1 for those of the own colour."""
    return int("1" + "".join("1" if pawn == own else "0" for pawn in row), 2)


def turns(state: State, seat: int) -> float | None:
    """POINT-21. How many turns the row of a seat is from home; None if the table does not say."""
    row = row_of(state.rows, seat)
    size, own = popcount(row.black | row.white), own_pawns(state.colours, row, seat)
    if not SHORTEST <= size <= LONGEST or not fits_the_box():
        return None
    return int(table()[(1 << size) | own]) / GRAIN


def said(count: float) -> Text:
    """So many turns, in words: à 3,4 tours du but, 3.4 turns from home."""
    figure = f"{count:.1f}"
    return Text(f"à {figure.replace('.', ',')} tours du but", f"{figure} turns from home")


def fits_the_box() -> bool:
    """Whether the cards are those that the table is about: a collector's may be others."""
    return _data()[:MARK] == mark()


@cache
def _data() -> bytes:
    return lzma.decompress(FILE.read_bytes())


@cache
def table() -> NDArray[np.uint8]:
    """Tenths of a turn by number of row."""
    return unpacked(_data()[MARK:])


def mirrors(size: int) -> Numbers:
    """Every row of so many pawns, read from the other end."""
    rows, found = np.arange(1 << size), np.zeros(1 << size, np.int64)
    for place in range(size):
        found |= ((rows >> place) & 1) << (size - 1 - place)
    return found


def expected(shorter: Any, size: int) -> Numbers:
    """What the rows of one pawn less let expect of those of a size."""
    rows = np.arange(1 << size)
    found = np.maximum(shorter[rows >> 1], shorter[rows & ((1 << (size - 1)) - 1)])
    return np.asarray(found, np.int64)


def packed(values: NDArray[np.float64], longest: int = LONGEST) -> bytes:
    """The file of a table of turns, by number of row."""
    tenths, parts = np.rint(values * GRAIN).astype(np.int64), [mark()]
    shorter = np.zeros(1 << (SHORTEST - 1), np.int64)
    for size in range(SHORTEST, longest + 1):
        own = tenths[1 << size : 2 << size]
        kept = np.arange(1 << size) <= mirrors(size)
        parts.append(((own - expected(shorter, size))[kept] & 255).astype(np.uint8).tobytes())
        shorter = own
    return lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME)


def unpacked(data: bytes) -> NDArray[np.uint8]:
    """The table that such a file holds."""
    found = np.zeros(2 << LONGEST, np.uint8)
    shorter, at = np.zeros(1 << (SHORTEST - 1), np.int64), 0
    for size in range(SHORTEST, LONGEST + 1):
        other = mirrors(size)
        kept = np.arange(1 << size) <= other
        count = int(kept.sum())
        if at + count > len(data):
            break
        own = np.zeros(1 << size, np.int64)
        own[kept] = np.frombuffer(data, np.uint8, count, at)
        own[kept] = (own[kept] + expected(shorter, size)[kept]) & 255
        own = own[np.minimum(np.arange(1 << size), other)]
        found[1 << size : 2 << size] = own
        shorter, at = own, at + count
    return found
