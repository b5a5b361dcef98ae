"""Other worlds that look the same to one seat: hidden cards of Punto change places."""

import copy
import random
from typing import Any

Position = dict[str, Any]
Slot = tuple[str, int]


def hidden_slots(position: Position, viewer: int | None, expert: bool) -> list[Slot]:
    """Every list of cards whose faces this seat (None: a spectator) cannot see."""
    slots: list[Slot] = [("piles", side) for side in range(len(position["piles"]))]
    if expert:
        seats = range(len(position["hands"]))
        slots += [("hands", seat) for seat in seats if seat != viewer]
    return slots


def side_of(position: Position, slot: Slot) -> int:
    """The side that owns a pile or a hand."""
    return slot[1] % len(position["piles"])


def another_world(
    position: Position, viewer: int | None, expert: bool, kept: dict[int, str], rng: random.Random
) -> Position:
    """The same table to the viewer's eyes; `kept` are cards that stay in the hands of seats."""
    world = copy.deepcopy(position)
    for seat, card in kept.items():
        world["hands"][seat].remove(card)
    neutral = next((c for c, owner in world["colours"].items() if owner is None), None)
    slots = hidden_slots(world, viewer, expert)
    _deal_neutral_again(world, slots, neutral, rng)
    for side in range(len(world["piles"])):
        _shuffle_within(world, [slot for slot in slots if side_of(world, slot) == side], rng)
    for seat, card in kept.items():
        world["hands"][seat].append(card)
    for cards in (*world["piles"], *world["hands"], world["out"]):
        cards.sort()
    return world


def _deal_neutral_again(
    world: Position, slots: list[Slot], neutral: str | None, rng: random.Random
) -> None:
    """Neutral cards go anywhere out of sight; how many each side has is known and stays."""
    lists = [world[kind][number] for kind, number in slots] + [world["out"]]
    places = [(cards, k) for cards in lists for k, card in enumerate(cards) if card[0] == neutral]
    faces = [cards[k] for cards, k in places]
    rng.shuffle(faces)
    for (cards, k), face in zip(places, faces, strict=True):
        cards[k] = face


def _shuffle_within(world: Position, slots: list[Slot], rng: random.Random) -> None:
    """A side's hidden hands and piles are one heap to others; their sizes stay."""
    heap = [card for kind, number in slots for card in world[kind][number]]
    rng.shuffle(heap)
    for kind, number in slots:
        count = len(world[kind][number])
        world[kind][number] = heap[:count]
        heap = heap[count:]
