"""Punto once more, slowly: a dict of places and lists of cards, written from the rule text only.

Nothing here is taken from `tabletier.games.punto`, so that the two can be compared. The referee is
told what chance brings (`colours`, `starts`, `share`, `draw`) and what is played (`play`); `due`
says which of these comes next. Everything else it works out by itself.
"""

from typing import Any

Place = tuple[int, int]
Run = list[Place]

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
DECK = [colour + value for colour in "rgby" for value in "123456789" for _ in range(2)]


def mode_of(players: int, teams: bool) -> tuple[int, int]:
    """How many sides there are and how long a line must be."""
    sides = players // 2 if teams or players > 4 else players
    return sides, 5 if sides == 2 else 4


class Referee:
    """Knows everything about a match, and the rules by heart."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.seats: int = options["players"]
        self.sides, self.needed = mode_of(self.seats, options["teams"])
        self.owner: dict[str, int | None] = {}
        self.table: dict[Place, list[str]] = {}
        self.piles: list[list[str]] = [[] for _ in range(self.sides)]
        self.sizes = [0] * self.seats
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.trophies: list[list[str]] = [[] for _ in range(self.sides)]
        self.won = [0] * self.sides
        self.out: list[str] = []
        self.pool: list[str] = []
        self.to_share: list[int] = []
        self.void_rounds = 0
        self.turn = -1
        self.placed_last = -1
        self.due = "colours"
        self.result: tuple[tuple[int, ...], str] | None = None

    # What chance brings

    def colours(self, owner: dict[str, int | None]) -> None:
        """The lot has given the colours to the sides; with three the fourth is neutral."""
        each = 2 if self.sides == 2 else 1
        assert [list(owner.values()).count(s) for s in range(self.sides)] == [each] * self.sides
        assert list(owner.values()).count(None) == (1 if self.sides == 3 else 0)
        self.owner = owner
        self.pool = [card for card in DECK if owner[card[0]] is None]
        self.piles = [[c for c in DECK if owner[c[0]] == side] for side in range(self.sides)]
        if self.options["first_player"] == "random":
            self.due = "starts"
        else:
            self.starts(self.options["first_player"])

    def starts(self, seat: int) -> None:
        """A seat begins; first the neutral cards are dealt out in equal numbers."""
        self.turn = seat
        each = len(self.pool) // 3
        self.to_share = [side for side in range(3) for _ in range(each)]
        self._share_or_open()

    def share(self, side: int, card: str) -> None:
        """One neutral card goes to a side, face down."""
        self.to_share.remove(side)
        self.pool.remove(card)
        self.piles[side].append(card)
        self._share_or_open()

    def _share_or_open(self) -> None:
        self.due = "share"
        if not self.to_share:
            self.out += self.pool
            self.pool = []
            self._open_round()

    def _open_round(self) -> None:
        """Piles are made; of two team mates the one who plays earlier has the odd card."""
        order = [(self.turn + k) % self.seats for k in range(self.seats)]
        for side in range(self.sides):
            members = [seat for seat in order if seat % self.sides == side]
            total = len(self.piles[side])
            for number, seat in enumerate(members):
                self.sizes[seat] = (total + len(members) - 1 - number) // len(members)
        self.due = "draw"

    def draw(self, seat: int, card: str) -> None:
        """A seat takes the top card of its pile: turned over, or into an expert's hand."""
        assert seat in self._drawing()
        self.piles[seat % self.sides].remove(card)
        self.sizes[seat] -= 1
        self.hands[seat].append(card)
        if not self.options["expert"]:
            self._place_or_block()
        elif not self.table:
            if not self._drawing():
                self._place_or_block()
        else:
            self._next_turn()

    def _drawing(self) -> list[int]:
        """The seats that must take a card now."""
        if not self.options["expert"]:
            return [self.turn] if not self.hands[self.turn] and self.sizes[self.turn] else []
        seats = [self.turn] if self.table else list(range(self.seats))
        return [seat for seat in seats if len(self.hands[seat]) < 2 and self.sizes[seat]]

    # The turn

    def places(self, card: str) -> list[Place]:
        """Where a card may go."""
        if not self.table:
            return [(0, 0)]
        xs, ys = zip(*self.table, strict=True)
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        beside = {(x + dx, y + dy) for x, y in self.table for dx, dy in AROUND} - set(self.table)
        fitting = [
            (x, y)
            for x, y in beside
            if max(x, right) - min(x, left) < 6 and max(y, high) - min(y, low) < 6
        ]
        return fitting + [place for place in self.table if self.table[place][-1][1] < card[1]]

    def legal_moves(self) -> list[str]:
        """Every move, as text, sorted."""
        if self.due != "move":
            return []
        hand = self.hands[self.turn]
        return sorted({f"{card}@{x},{y}" for card in hand for x, y in self.places(card)})

    def play(self, move: str) -> None:
        """The seat in turn places a card."""
        card, _, where = move.partition("@")
        x, y = map(int, where.split(","))
        assert (x, y) in self.places(card)
        self.hands[self.turn].remove(card)
        self.placed_last = self.turn
        self.table.setdefault((x, y), []).append(card)
        mine = self.turn % self.sides
        lines = [run for run in self.runs(mine) if len(run) >= self.needed]
        if lines:
            self._win(mine, lines, "line", self.turn)
        elif self.options["expert"] and self._drawing():
            self.due = "draw"
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        order = [(self.turn + k) % self.seats for k in range(1, self.seats + 1)]
        self.turn = order[0]
        if self.options["empty_pile"] == "skip":
            with_cards = [seat for seat in order if self.hands[seat] or self.sizes[seat]]
            self.turn = (with_cards or order)[0]
        if self.options["expert"] or not self.sizes[self.turn]:
            self._place_or_block()
        else:
            self.due = "draw"

    def _place_or_block(self) -> None:
        self.due = "move"
        if not any(self.places(card) for card in self.hands[self.turn]):
            self._block()

    # Lines and the end of a round

    def runs(self, side: int) -> list[Run]:
        """Every longest run of two or more cards of one colour of a side."""
        found = []
        tops = {place: cards[-1][0] for place, cards in self.table.items()}
        for (x, y), colour in tops.items():
            for dx, dy in WAYS:
                if self.owner[colour] != side or tops.get((x - dx, y - dy)) == colour:
                    continue
                run = [(x, y)]
                while tops.get((run[-1][0] + dx, run[-1][1] + dy)) == colour:
                    run.append((run[-1][0] + dx, run[-1][1] + dy))
                if len(run) > 1:
                    found.append(run)
        return found

    def points(self, run: Run) -> int:
        """What the cards of a run add up to."""
        return sum(int(self.table[place][-1][1]) for place in run)

    def _block(self) -> None:
        counted = [
            [run for run in self.runs(side) if len(run) == self.needed - 1]
            for side in range(self.sides)
        ]
        most = max(map(len, counted))
        best = [side for side in range(self.sides) if most and len(counted[side]) == most]
        total = sum if self.options["edition"] == "2024" else min
        costs = {side: total(map(self.points, counted[side])) for side in best}
        winners = [side for side in best if costs[side] == min(costs.values())]
        if len(winners) != 1:
            self._void()
            return
        side = winners[0]
        by_winner = self.options["edition"] == "2024" and self.seats == self.sides
        self._win(side, counted[side], "blocked", side if by_winner else self._ender())

    def _ender(self) -> int:
        """Who ended a blocked or void round."""
        return self.placed_last if self.options["round_ender"] == "last" else self.turn

    def _void(self) -> None:
        self.void_rounds += 1
        if self.void_rounds == 3:
            champions = [s for s in range(self.sides) if self.won[s] == max(self.won)]
            self._end(champions if len(champions) == 1 else [], "void")
        else:
            self._gather((self._ender() + 1) % self.seats)

    def _win(self, side: int, lines: list[Run], reason: str, neighbour: int) -> None:
        self.won[side] += 1
        self.void_rounds = 0
        if self.won[side] == self.options["rounds_to_win"]:
            self._end([side], reason)
            return
        tops = {self.table[place][-1]: place for run in lines for place in run}
        highest = [card for card in tops if card[1] == max(c[1] for c in tops)]
        laid = [card[0] for card in self.trophies[side]]
        trophy = min(highest, key=lambda card: (laid.count(card[0]), "rgby".index(card[0])))
        self.trophies[side].append(trophy)
        self.table[tops[trophy]].remove(trophy)
        self._gather((neighbour + 1) % self.seats)

    def _gather(self, starter: int) -> None:
        """All cards go back to their owners; neutral ones that were played will be shared out."""
        for seat, hand in enumerate(self.hands):
            self.piles[seat % self.sides] += hand
        for card in (card for cards in self.table.values() for card in cards):
            owner = self.owner[card[0]]
            (self.pool if owner is None else self.piles[owner]).append(card)
        self.table = {}
        self.hands = [[] for _ in range(self.seats)]
        self.starts(starter)

    def _end(self, champions: list[int], reason: str) -> None:
        winners = tuple(seat for seat in range(self.seats) if seat % self.sides in champions)
        self.result, self.due = (winners, reason), "nothing"

    # The public format

    def position(self) -> dict[str, Any]:
        """All of it, as the position format has it."""
        return {
            "board": {f"{x},{y}": cards for (x, y), cards in self.table.items()},
            "colours": self.owner,
            "piles": [sorted(pile) for pile in self.piles],
            "pile_sizes": self.sizes,
            "hands": [sorted(hand) for hand in self.hands],
            "trophies": self.trophies,
            "rounds_won": self.won,
            "out": sorted(self.out),
            "to_move": None if self.result else self.turn,
            "void_rounds": self.void_rounds,
        }
