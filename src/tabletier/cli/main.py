"""`tabletier` itself: the group of all commands, each imported when it is asked for."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from tabletier.cli import i18n
from tabletier.cli.click_ext import CliCommand, CliOption
from tabletier.cli.errors import OK, BadInput, ReaderLeft, run_safely
from tabletier.cli.i18n import say

COMMANDS = {
    "serve": "server",
    "play": "play",
    "learn": "play",
    "replay": "records",
    "verify": "records",
    "analyse": "analyse",
    "games": "play",
    "arena": "arena",
    "dataset": "dataset",
    "train": "train",
    "puzzles": "puzzles",
    "study": "lab",
    "bench": "lab",
    "backup": "server",
    "restore": "server",
    "worker": "server",
    "reports": "server",
    "ratings": "ratings",
    "doctor": "doctor",
}
"""Each command, in the order of the help, and the module of `cli/commands` that has it.

A command is `<name>_command` there; `texts.toml` has `<name>.short` and `<name>.help`.
"""

INTERPRETED = ("play", "learn", "replay", "verify", "games")
"""Commands that go at a person's pace. Interpreted, the rules of a game are ready at once and
answer within milliseconds; compiling them first would keep a newcomer waiting for many seconds.
`TABLETIER_JIT=1` compiles them all the same."""
OWN_PROCESS = "own process"
"""The process is ours, so that we may decide how it runs the rules."""


class CliGroup(CliCommand, click.Group):
    """`tabletier`: finds its commands by name, and imports a command only to run it."""

    def list_commands(self, _: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; its module is imported now. Raises BadInput."""
        if cmd_name not in COMMANDS:
            return None
        _check_jit(os.environ.get("TABLETIER_JIT", ""))
        if ctx.obj == OWN_PROCESS and cmd_name in INTERPRETED:
            from tabletier.cli.game_choice import interpret_rules

            interpret_rules()
        module = importlib.import_module(f"tabletier.cli.commands.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. Raises BadInput with the nearest name."""
        command = self.get_command(ctx, args[0])
        if command is None:
            raise BadInput(_unknown_command_sentence(args[0]))
        return args[0], command, args[1:]

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """One line per command, without importing any."""
        with formatter.section(say("help.commands")):
            formatter.write_dl([(name, say(f"{name}.short")) for name in COMMANDS])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """The context of one run; help is printed while it is made. Raises ReaderLeft."""
        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError as error:
            raise ReaderLeft from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises ReaderLeft where nobody reads what it writes any more."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderLeft from error

    def main(
        self, args: Sequence[str] | None = None, *_: Any, own_process: bool = False, **__: Any
    ) -> NoReturn:
        """Run a command line and exit with its code; no error ever shows a traceback."""
        arguments = list(sys.argv[1:] if args is None else args)
        i18n.set_language(arguments, os.environ)
        whose = OWN_PROCESS if own_process else None
        sys.exit(run_safely(lambda: self._run(arguments, whose)))

    def _run(self, arguments: list[str], whose: str | None) -> int:
        code = super().main(arguments, prog_name="tabletier", standalone_mode=False, obj=whose)
        return code if isinstance(code, int) else OK


def _unknown_command_sentence(name: str) -> str:
    """No such command; a game's name is answered with the way to play it."""
    import difflib

    from tabletier.games.kernel.registry import keys

    shown = name[:40]
    ways = {command: command for command in COMMANDS} | {key: f"play {key}" for key in keys()}
    near = difflib.get_close_matches(shown.lower(), ways, n=1)
    if near:
        return say("error.command.near", name=shown, near=ways[near[0]])
    return say("error.command", name=shown)


def _check_jit(wish: str) -> None:
    """Whether rules are compiled is said by 0 or 1, or not at all. Raises BadInput."""
    if wish not in ("", "0", "1"):
        raise BadInput(say("error.jit", given=wish[:40]))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from tabletier import __version__

        click.echo(f"tabletier {__version__}")
        ctx.exit()


def _serve_by_default(ctx: click.Context) -> int:
    """`tabletier` alone opens the house."""
    name, serve, rest = root.resolve_command(ctx, ["serve"])
    assert serve is not None
    with serve.make_context(name, rest, parent=ctx) as asked:
        code: int = serve.invoke(asked)
    return code


@click.pass_context
def _start(ctx: click.Context) -> int | None:
    return _serve_by_default(ctx) if ctx.invoked_subcommand is None else None


root = CliGroup(
    "tabletier",
    help="house.help",
    epilog="house.epilog",
    callback=_start,
    invoke_without_command=True,
    params=[
        CliOption(
            ["--version"],
            help="option.version",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
        )
    ],
)


def main() -> None:
    """Run `tabletier` with the arguments of this process, and exit."""
    root.main(own_process=True)
