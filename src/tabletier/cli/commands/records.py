"""`tabletier replay` and `tabletier verify`: a record, stepped through here or checked."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli import render, terminal
from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliCommand, CliOption
from tabletier.cli.errors import FAILED, OK, BadInput
from tabletier.cli.i18n import say, tell
from tabletier.cli.render import actions, is_secret
from tabletier.cli.saves import STDIN, read_record
from tabletier.games.kernel.errors import BadRecord
from tabletier.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console


PositionView = Callable[[Match], dict[str, Any]]


def _view_of_seat(seat: int | None) -> PositionView:
    """What a seat (None: a spectator) learns of a position."""
    return lambda match: {"events": match.events_for(seat), "view": match.view(seat)["table"]}


def _view_of_referee(match: Match) -> dict[str, Any]:
    """Everything there is to know about a position."""
    return {"events": match.events(), "position": match.position()}


def _json_lines(matches: list[Match], seat: int | None, referee: bool) -> Iterator[str]:
    """One line per position: the action that led to it, what it caused, and the result.

    A move that the seat may not know yet is null.
    """
    view = _view_of_referee if referee else _view_of_seat(seat)
    for number, match in enumerate(matches):
        line: dict[str, Any] = {"n": number, "by": None, "move": None}
        if number:
            action = actions(match)[-1]
            line["by"] = None if action.by < 0 else action.by
            if referee or not is_secret(match, seat):
                line["move"] = action.text if action.act == "move" else action.act
        result = match.result
        line |= {**view(match), "to_move": match.to_move}
        line["result"] = None if result is None else result._asdict()
        yield json.dumps(line, ensure_ascii=False)


def _seat(player: str | None, count: int) -> int | None:
    """The seat of the player whose eyes we borrow; players count from one."""
    if player is None:
        return None
    if not player.isdecimal() or len(player) > 3 or not 1 <= int(player) <= count:
        raise BadInput(say("error.player", given=player[:40], count=count))
    return int(player) - 1


def _replay(file: str, everything: bool, player: str | None, as_json: bool, referee: bool) -> int:
    from tabletier.cli import render
    from tabletier.cli.saves import match_history, read_record
    from tabletier.cli.terminal import open_console
    from tabletier.games.kernel.registry import find
    from tabletier.match.record import load, names_in

    if referee and (player is not None or not as_json):
        raise BadInput(say("error.referee"))
    text = read_record(file)
    match, names = load(text), names_in(text)
    seat = _seat(player, match.seats)
    matches = match_history(match)
    if as_json:
        for line in _json_lines(matches, seat, referee):
            click.echo(line)
        return OK
    console = open_console()
    console.print(f"[bold]{tell(find(match.game).name)}[/]")
    if any(names):
        console.print(render.name_list(names), markup=False)
    session = ReplaySession(matches, seat, console, names)
    if everything or file == STDIN:
        for number in range(len(matches)):
            session.show(number)
    else:
        session.run()
    return OK


replay_command = CliCommand(
    "replay",
    help="replay.help",
    callback=_replay,
    params=[
        CliArgument(["file"], metavar="meta.file"),
        CliOption(["--all", "everything"], is_flag=True, help="replay.all"),
        CliOption(["--player"], metavar="meta.number", help="replay.player"),
        JSON_OPTION,
        CliOption(["--referee"], is_flag=True, help="replay.referee"),
    ],
)


def _verify_report(match: Match, deal_verified: bool, names: Sequence[str]) -> dict[str, Any]:
    result = match.result
    return {
        "ok": True,
        "game": match.game,
        "names": list(names),
        "moves": len(match.moves),
        "draws": sum(entry.act == "draw" for entry in match.log),
        "chance": match.chance,
        "deal_verified": deal_verified,
        "commitment": match.commitment,
        "seed": match.seed,
        "result": None if result is None else result._asdict(),
    }


def _describe_verified(match: Match, report: dict[str, Any]) -> list[str]:
    from tabletier.cli import render
    from tabletier.games.kernel.registry import find
    from tabletier.match.log import EXPLICIT

    name = tell(find(match.game).name)
    names = report["names"]
    lines = [say("verify.ok", game=name)]
    if any(names):
        lines.append(render.name_list(names) + ".")
    lines.append(say("verify.chain", count=len(match.log) + 2))
    lines.append(say("verify.moves", count=report["moves"]))
    unchecked = "verify.draws.chosen" if match.chance == EXPLICIT else "verify.draws.secret"
    draws = "verify.draws" if report["deal_verified"] else unchecked
    lines.append(say(draws, count=report["draws"], commitment=match.commitment))
    if match.result is None:
        return [*lines, say("verify.going_on")]
    return [*lines, say("verify.result", ending=render.ending(match, names=names))]


def _verify(file: str, as_json: bool) -> int:
    from tabletier.match.record import names_in, verify

    text = read_record(file)
    try:
        match, deal_verified = verify(text)
    except BadRecord as error:
        wrong = {"ok": False, "code": error.code, "message": error.text._asdict()}
        if as_json:
            click.echo(json.dumps(wrong, ensure_ascii=False))
        else:
            click.echo(say("verify.failed", why=tell(error.text)), err=True)
        return FAILED
    report = _verify_report(match, deal_verified, names_in(text))
    lines = (
        [json.dumps(report, ensure_ascii=False)] if as_json else _describe_verified(match, report)
    )
    click.echo("\n".join(lines))
    return OK


verify_command = CliCommand(
    "verify",
    help="verify.help",
    callback=_verify,
    params=[
        CliArgument(["file"], metavar="meta.file"),
        JSON_OPTION,
    ],
)


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
