"""Stepping through a record at this keyboard."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tabletier.cli import render, terminal
from tabletier.cli.i18n import say
from tabletier.cli.render import actions, is_secret
from tabletier.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console


class ReplaySession:
    """Shows one position after another."""

    def __init__(
        self,
        matches: list[Match],
        seat: int | None,
        console: "Console",
        names: Sequence[str],
    ) -> None:
        self.matches = matches
        self.names = names
        self.seat = seat
        self.console = console

    def show(self, number: int) -> None:
        """What led to a position, and the position."""
        match, last = self.matches[number], len(self.matches) - 1
        self.console.print(f"[bold]{number}/{last}[/]  ", end="")
        self.console.print(self._describe_action(match, number), markup=False)
        for sentence in render.happenings(match, self.seat):
            self.console.print(sentence, markup=False)
        self.console.print()
        self.console.print(render.picture(match, self.seat), soft_wrap=True)
        self.console.print()
        if match.result is not None:
            self.console.print(render.ending(match, names=self.names), markup=False, style="bold")

    def _describe_action(self, match: Match, number: int) -> str:
        if number == 0:
            return say("replay.start")
        action = actions(match)[-1]
        if action.act == "agree":
            return say("replay.agree")
        if action.act == "resign":
            return say("replay.resign", player=render.player(action.by, self.names))
        move = say("replay.secret") if is_secret(match, self.seat) else action.text
        return say("replay.move", player=render.player(action.by, self.names), move=move)

    def run(self) -> None:
        """Step on, back or to a number, until the end or until asked to stop."""
        number, last = 0, len(self.matches) - 1
        self.show(number)
        while True:
            try:
                answer = terminal.read_line(say("replay.ask") + " ").strip().lower()
            except EOFError:
                click.echo()
                return
            wanted = _target_number(answer, number)
            if answer in {"q", "quit", "quitter"} or (not answer and number == last):
                return
            if wanted is None or not 0 <= wanted <= last:
                click.echo(say("replay.again", last=last))
                continue
            number = wanted
            self.show(number)


def _target_number(answer: str, number: int) -> int | None:
    """Which position an answer asks for; None when it asks for none."""
    if not answer or answer in {"n", "s"}:
        return number + 1
    if answer in {"b", "p"}:
        return number - 1
    return int(answer) if answer.isdecimal() and len(answer) < 10 else None
