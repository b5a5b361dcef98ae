"""A ledger of all 72 cards, kept from the events of a match alone."""

from collections import Counter
from typing import Any

from tests.games.punto.boards import CARDS

Event = dict[str, Any]


class Ledger:
    """Where every card is, as someone knows who only reads the events."""

    def __init__(self, seats: int, sides: int) -> None:
        self.sides = sides
        self.pool = [card for card in CARDS for _ in range(2)]
        self.piles: list[list[str]] = [[] for _ in range(sides)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.board: dict[str, list[str]] = {}
        self.trophies: list[list[str]] = [[] for _ in range(sides)]
        self.out: list[str] = []
        self.owner: dict[str, int | None] = {}
        self.won: tuple[int, str] | None = None

    def read(self, event: Event) -> None:
        """Move the cards that an event moves; events that move none are only noted."""
        reader = getattr(self, "_" + event["type"], None)
        if reader is not None:
            reader(event)

    def _colours(self, event: Event) -> None:
        self.owner = event["colours"]
        self._give_back(self.pool)

    def _give_back(self, cards: list[str]) -> None:
        """Cards go to the piles of their owners; neutral ones to the pool."""
        loose, self.pool = list(cards), []
        for card in loose:
            owner = self.owner[card[0]]
            (self.pool if owner is None else self.piles[owner]).append(card)

    def _shared(self, event: Event) -> None:
        """Every side's neutral cards after the deal; those that it had not yet are new."""
        for side, cards in enumerate(event["cards"]):
            for card in (Counter(cards) - Counter(self.piles[side])).elements():
                self.pool.remove(card)
                self.piles[side].append(card)

    def _left(self, event: Event) -> None:
        for card in event["cards"]:
            heap = self.pool if card in self.pool else self._stack_with(card)
            heap.remove(card)
            self.out.append(card)

    def _stack_with(self, card: str) -> list[str]:
        return next(stack for stack in self.board.values() if card in stack)

    def _drawn(self, event: Event) -> None:
        self.piles[event["seat"] % self.sides].remove(event["card"])
        self.hands[event["seat"]].append(event["card"])

    _turned = _drawn

    def _placed(self, event: Event) -> None:
        stack = self.board.setdefault(event["at"], [])
        assert event["covered"] == (stack[-1] if stack else None)
        self.hands[event["seat"]].remove(event["card"])
        stack.append(event["card"])

    def _round_won(self, event: Event) -> None:
        self.won = event["side"], event["trophy"]

    def _new_round(self, event: Event) -> None:
        """The trophy is taken, then everything goes back; hands to the piles they came from."""
        if self.won is not None:
            side, trophy = self.won
            next(s for s in self.board.values() if s and s[-1] == trophy).remove(trophy)
            self.trophies[side].append(trophy)
            self.won = None
        for seat, hand in enumerate(self.hands):
            self.piles[seat % self.sides] += hand
            self.hands[seat] = []
        self._give_back([card for stack in self.board.values() for card in stack])
        self.board = {}

    def count(self) -> Counter[str]:
        """Every card, wherever it is."""
        lists = (*self.piles, *self.hands, *self.board.values(), *self.trophies)
        return Counter(card for cards in (*lists, self.out, self.pool) for card in cards)

    def position(self) -> dict[str, Any]:
        """The parts of the position format that say where cards are."""
        return {
            "board": self.board,
            "piles": [sorted(pile) for pile in self.piles],
            "hands": [sorted(hand) for hand in self.hands],
            "trophies": self.trophies,
            "out": sorted(self.out),
        }
