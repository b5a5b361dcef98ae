"""`tabletier arena`: opponents play each other, and what that says about their strength."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli import saves
from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliOption, number_between
from tabletier.cli.errors import FAILED, INTERRUPTED, OK, BadInput
from tabletier.cli.game_choice import GAME, GameCommand, game_key, given_options
from tabletier.cli.i18n import say
from tabletier.cli.terminal import announce_work
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find

if TYPE_CHECKING:
    from tabletier.lab.arena.tournament import Plan, Report

MOST_GAMES = 1_000_000
MOST_JOBS = 1024
LONGEST_OPENING = 40
FURTHEST = 2000


class ArenaCommand(GameCommand):
    """`arena`, with the flags of its game."""

    def load_game(self, name: str) -> Game:
        """The game of this name; its rules are compiled later, when somebody plays."""
        return find(game_key(name))


def _arena(ctx: click.Context, as_json: bool, **wishes: Any) -> int:
    from tabletier.cli.commands.arena_report import show_report
    from tabletier.lab.arena.standings import as_json as plain

    plan = _make_plan(ctx.meta.get(GAME), wishes)
    report, code = _hold_arena(plan)
    if as_json:
        answer = {**plain(report), "results": str(plan.results)}
        click.echo(json.dumps(answer, ensure_ascii=False, allow_nan=False))
    else:
        show_report(report)
    words = {"path": plan.results, "count": plan.games}
    click.echo(say("arena.kept" if report.finished else "arena.cut", **words), err=True)
    return code


def _hold_arena(plan: "Plan") -> "tuple[Report, int]":
    """Hold the arena; when it is stopped, what was finished is told all the same."""
    from tabletier.cli.commands.arena_report import watch_progress
    from tabletier.lab.arena.tournament import WorkersLost, run, so_far

    if plan.ray is not None:
        from tabletier.lab.arena.workers import reach

        reach(plan.ray)
    announce_work(plan.game)
    new = plan.results is not None and not _exists(plan.results)
    try:
        with watch_progress(plan) as hear:
            return run(plan, hear), OK
    except GameError:
        if new:
            _discard(plan)
        raise
    except WorkersLost:
        click.echo(say("arena.lost"), err=True)
        return so_far(plan), FAILED
    except KeyboardInterrupt:
        return so_far(plan), INTERRUPTED


def _discard(plan: "Plan") -> None:
    """A file without a game goes: the arena never began."""
    assert plan.results is not None
    with suppress(OSError):
        if plan.results.read_bytes().count(b"\n") <= 1:
            plan.results.unlink()


def _make_plan(game: Game | None, wishes: dict[str, Any]) -> "Plan":
    """What the command line asks for. Raises BadInput or a GameError."""
    from tabletier.lab.arena.plan import arena_of
    from tabletier.lab.arena.tournament import Plan, plan_of

    wanted = {name: wishes[name] for name in ("players", "games", "seed", "opening", "sprt")}
    given = {name: value for name, value in wanted.items() if value not in (None, ())}
    if wishes["resume"] is not None:
        if wishes["results"] is not None:
            raise BadInput(say("error.arena.clash"))
        plan = plan_of(_existing_file(wishes["resume"]))
        plan = plan if game is None else replace(plan, game=game.key)
    elif game is None:
        raise BadInput(say("error.arena.unnamed"))
    else:
        plan = Plan(game.key, ())
    plan = replace(plan, **given, options={**plan.options, **given_options(wishes)})
    more = {"jobs": wishes["jobs"] or cores(), "ray": wishes["ray"]}
    plan = replace(plan, **more, records=_path(wishes["records"]))
    arena_of(plan)  # a mistake is told before a file is made
    return plan if plan.results else replace(plan, results=_new_file(wishes["results"], plan.game))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name).expanduser()


def _existing_file(name: str) -> Path:
    path = Path(name).expanduser()
    if path.is_dir():
        raise BadInput(say("error.arena.folder", name=name[:200]))
    if not _exists(path):
        raise BadInput(say("error.file.missing", name=name[:200]))
    return path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _new_file(name: str | None, game: str) -> Path:
    """The file for the results: the one that was named, which must be new, or one of our own."""
    if name is not None:
        path = Path(name).expanduser()
        if _exists(path):
            raise BadInput(say("error.arena.exists", name=name[:200]))
        return path
    for folder in (saves.data_dir() / "arena", saves.fallback_dir()):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        return saves.free_name(folder, game, saves.SUFFIX)
    raise BadInput(say("error.arena.nowhere"))


def _read_claims(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """The two differences in Elo as numbers."""
    read: Callable[..., Any] = number_between(float, -FURTHEST, FURTHEST)
    return None if not value else tuple(read(ctx, param, part) for part in value)


arena_command = ArenaCommand(
    "arena",
    help="arena.help",
    epilog="arena.epilog",
    callback=click.pass_context(_arena),
    params=[
        CliArgument(["game"], required=False, metavar="meta.game", expose_value=False),
        CliArgument(["players"], nargs=-1, required=False, metavar="meta.players"),
        CliOption(
            ["--games"],
            callback=number_between(int, 1, MOST_GAMES),
            metavar="meta.count",
            help="arena.option.games",
        ),
        CliOption(["--seed"], metavar="meta.text", help="arena.option.seed"),
        CliOption(
            ["--opening"],
            callback=number_between(int, 0, LONGEST_OPENING),
            metavar="meta.count",
            help="arena.option.opening",
        ),
        CliOption(
            ["--sprt"],
            nargs=2,
            callback=_read_claims,
            metavar="ELO0 ELO1",
            help="arena.option.sprt",
        ),
        CliOption(
            ["--jobs"],
            callback=number_between(int, 1, MOST_JOBS),
            metavar="meta.count",
            help="arena.option.jobs",
        ),
        CliOption(["--results"], metavar="meta.file", help="arena.option.results"),
        CliOption(["--resume"], metavar="meta.file", help="arena.option.resume"),
        CliOption(["--records"], metavar="meta.folder", help="arena.option.records"),
        CliOption(["--ray"], metavar="meta.address", help="arena.option.ray"),
        JSON_OPTION,
    ],
)
