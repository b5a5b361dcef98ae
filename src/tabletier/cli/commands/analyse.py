"""`tabletier analyse`: looks at a record again, and tells luck from skill."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tabletier.cli import saves
from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliCommand, CliOption, number_between
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import language, say, tell
from tabletier.match.match import Match

if TYPE_CHECKING:
    from tabletier.search.analysis import Analysis

SIMULATIONS = 1000
MOST, LONGEST, THREADS = 10_000_000, 600, 256
PICTURES = (".svg", ".png")
SEED = "analysis"
UNNAMED = "record"


class OutputFiles:
    """Where the analysis goes besides the terminal; checked before any work is done."""

    def __init__(self, file: str, out: str | None, picture: str | None, wanted: bool) -> None:
        named = Path(UNNAMED if file == saves.STDIN else file)
        stem = named.name.removesuffix(saves.SUFFIX)
        folder = Path(out).expanduser() if out is not None else named.parent
        if out is not None and not folder.is_dir():
            raise BadInput(say("error.file.nofolder", folder=out[:200]))
        beside = wanted and (out is not None or file != saves.STDIN)
        self.report = folder / f"{stem}.analysis.json" if beside else None
        self.picture = folder / f"{stem}.analysis.svg" if beside else None
        if picture is not None:
            self.picture = Path(picture).expanduser()
            if self.picture.suffix.lower() not in PICTURES:
                raise BadInput(say("error.picture", given=picture[:200]))

    def write(self, match: Match, analysis: "Analysis", names: Sequence[str]) -> None:
        """Write what was asked for, and say where. Raises BadInput when that cannot be done."""
        from tabletier.search.analysis.report import as_json

        if self.report is not None:
            text = json.dumps(as_json(analysis), ensure_ascii=False, indent=1)
            _write_file(self.report, (text + "\n").encode())
        if self.picture is not None:
            svg = draw_chart(match, analysis, names)
            is_png = self.picture.suffix.lower() == ".png"
            _write_file(self.picture, to_png(svg) if is_png else svg.encode())


def _write_file(path: Path, content: bytes) -> None:
    try:
        saves.write_bytes(path, content)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(say("error.file.write", name=str(path)[:200], why=why)) from error
    click.echo(say("analyse.written", path=path), err=True)


def draw_chart(match: Match, analysis: "Analysis", names: Sequence[str] = ()) -> str:
    """The chart of an analysis, in the language of the run."""
    from tabletier.cli import render
    from tabletier.games.kernel.registry import find
    from tabletier.search.analysis.chart import ribbon

    sides = [render.players(team, names) for team in match.teams]
    title = say("analyse.picture", game=tell(find(match.game).name))
    return ribbon(analysis, sides, language(), title)


def to_png(svg: str) -> bytes:
    """The picture in pixels, twice as fine as it is large; says so if no font was found."""
    import resvg_py

    from tabletier.search.analysis.bands import FONTS

    sample = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
    empty, letter = (
        bytes(resvg_py.svg_to_bytes(svg_string=sample.format(content)))
        for content in ("", f'<text y="9" font-family="{FONTS}">W</text>')
    )
    if empty == letter:
        click.echo(say("analyse.fontless"), err=True)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=2))


def _run_analysis(
    match: Match, seed: str, simulations: int | None, seconds: float | None, threads: int
) -> "Analysis":
    """The analysis, with a bar that shows a person at the terminal how far it is."""
    from rich.console import Console
    from rich.progress import Progress

    from tabletier.search.analysis import analyse
    from tabletier.search.knowledge import Budget

    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("analyse.busy"), total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return analyse(match, Budget(simulations, seconds), seed, show, threads=threads)


def _analyse(
    file: str,
    simulations: int | None,
    seconds: float | None,
    threads: int,
    seed: str,
    as_json: bool,
    picture: str | None,
    out: str | None,
    no_files: bool,
) -> int:
    from tabletier.cli.commands.analyse_report import show_report
    from tabletier.cli.saves import read_record
    from tabletier.match.record import load, names_in
    from tabletier.search.analysis import report

    text = read_record(file)
    match, names = load(text), names_in(text)
    outputs = OutputFiles(file, out, picture, not no_files and (out is not None or not as_json))
    if not match.moves:
        raise BadInput(say("error.analyse.empty"))
    analysis = _run_analysis(match, seed, simulations, seconds, threads)
    if as_json:
        click.echo(json.dumps(report.as_json(analysis), ensure_ascii=False))
    else:
        show_report(match, analysis, names)
    outputs.write(match, analysis, names)
    return OK


analyse_command = CliCommand(
    "analyse",
    help="analyse.help",
    callback=_analyse,
    params=[
        CliArgument(["file"], metavar="meta.file"),
        CliOption(
            ["--simulations"],
            callback=number_between(int, 1, MOST),
            metavar="meta.count",
            help="analyse.option.simulations",
        ),
        CliOption(
            ["--seconds"],
            callback=number_between(float, 0.001, LONGEST),
            metavar="meta.count",
            help="analyse.option.seconds",
        ),
        CliOption(
            ["--threads"],
            default="1",
            callback=number_between(int, 1, THREADS),
            metavar="meta.count",
            help="analyse.option.threads",
        ),
        CliOption(["--seed"], default=SEED, metavar="meta.text", help="analyse.option.seed"),
        JSON_OPTION,
        CliOption(["--picture"], metavar="meta.file", help="analyse.option.picture"),
        CliOption(["--out"], metavar="meta.folder", help="analyse.option.out"),
        CliOption(["--no-files"], is_flag=True, help="analyse.option.no_files"),
    ],
)
