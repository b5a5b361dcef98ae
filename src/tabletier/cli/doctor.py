"""`tabletier doctor`: what this machine offers, and what is in the way."""

import json
import platform
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from tabletier.cli import files
from tabletier.cli.click_ext import JSON_OPTION, CliCommand
from tabletier.cli.errors import FAILED, OK
from tabletier.cli.game_choice import BrokenGame, load_games
from tabletier.cli.i18n import TEXTS, format_figures, say
from tabletier.cli.premises import Finding, premises
from tabletier.games.kernel.contract import Game


def _python() -> Finding:
    return Finding("python", True, f"{platform.python_version()} ({platform.system()})")


def _numba() -> Finding:
    try:
        return Finding("numba", True, version("numba"))
    except PackageNotFoundError:
        return Finding("numba", False, say("doctor.absent"))


def _jit() -> Finding:
    from tabletier.games.kernel.compiler import JIT

    return Finding("jit", True, say("doctor.jit.on" if JIT else "doctor.jit.off"))


def _cache() -> Finding:
    from tabletier.games.kernel.compiler import cache_dir

    return _folder("cache", cache_dir().parent)


def _data() -> Finding:
    return _folder("data", files.data_dir())


def _folder(name: str, path: Path) -> Finding:
    """A folder that we must be able to write, or to make."""
    trouble = _trouble(path)
    if trouble is not None:
        return Finding(name, False, say("doctor.folder.bad", path=path, why=trouble))
    if not path.exists():
        return Finding(name, True, say("doctor.folder.new", path=path))
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return Finding(
        name, True, say("doctor.folder", path=path, size=format_figures(f"{size / 1e6:.1f}"))
    )


def _trouble(path: Path) -> str | None:
    """Why nothing can be written there, None when something can."""
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            return None
    except OSError as error:
        return error.strerror or str(error)


def _box(games: list[Game], broken: list[BrokenGame]) -> Finding:
    """Which box data the games use: ours, or a collector's corrected copies."""
    from tabletier.games.kernel.compiler import box_dir

    folder = box_dir()
    if folder is None:
        return Finding("box", True, say("doctor.box.own"))
    if not folder.is_dir():
        return Finding("box", False, say("doctor.box.missing", path=folder))
    readers = {f"{game.key}.json": game.key for game in games if game.box is not None}
    faulty = {f"{key}.json": key for key, _ in broken}
    there = sorted(path.name for path in folder.iterdir() if path.suffix.lower() == ".json")
    corrected = [readers[name] for name in there if name in readers]
    unusable = [faulty[name] for name in there if name in faulty]
    unused = [name for name in there if name not in readers | faulty]
    shown = ", ".join(corrected) or say("doctor.box.none")
    told = [say("doctor.box.corrected", path=folder, games=shown)]
    if unusable:
        told.append(say("doctor.box.unusable", games=", ".join(unusable)))
    if unused:
        told.append(say("doctor.box.unused", files=", ".join(unused)))
    return Finding("box", not unusable and not unused, say("flag.between").join(told))


def _games(games: list[Game], broken: list[BrokenGame]) -> list[Finding]:
    found = [Finding(f"game {g.key}", True, say("doctor.game", version=g.version)) for g in games]
    found += [Finding(f"game {key}", False, why) for key, why in broken]
    if not found:
        found.append(Finding("games", False, say("doctor.absent")))
    return found


def examine() -> list[Finding]:
    """Everything looked at, in the order of the report."""
    shelved = load_games()
    machine = [_python(), _numba(), _jit(), _cache(), _data()]
    return [*machine, *premises(), _box(*shelved), *_games(*shelved)]


def _label(name: str) -> str:
    """What was looked at, in the language of the run; programs read the name itself."""
    kind, space, which = name.partition(" ")
    key = f"finding.{kind}"
    return (say(key) if key in TEXTS else kind) + space + which


def _doctor(as_json: bool) -> int:
    findings = examine()
    if as_json:
        report = {"ok": all(f.ok for f in findings), "findings": [f._asdict() for f in findings]}
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        for finding in findings:
            mark = say("doctor.well") if finding.ok else say("doctor.ill")
            click.echo(f"{mark:<8} {_label(finding.name):<14} {finding.value}")
    if all(finding.ok for finding in findings):
        return OK
    if not as_json:
        click.echo(say("doctor.advice"), err=True)
    return FAILED


command = CliCommand(
    "doctor",
    help="doctor.help",
    callback=_doctor,
    params=[JSON_OPTION],
)
