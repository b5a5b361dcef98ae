"""`tabletier train`: a game learns to judge its positions, from games against itself."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli.click_ext import (
    JSON_OPTION,
    CliArgument,
    CliCommand,
    CliOption,
    OneOf,
    number_between,
)
from tabletier.cli.commands.arena import MOST_JOBS, cores
from tabletier.cli.errors import FAILED, INTERRUPTED, OK, BadInput
from tabletier.cli.i18n import say
from tabletier.cli.terminal import announce_work

if TYPE_CHECKING:
    from tabletier.lab.training.fit import Epoch
    from tabletier.lab.training.run import Training, Watcher

MOST_POSITIONS, MOST_GENERATIONS, MOST_EPOCHS = 1_000_000_000, 100, 1_000


def _train(name: str | None, check: bool, as_json: bool, **wishes: Any) -> int:
    from tabletier.lab.training.run import Training, check_again, learner, train

    if name is None:
        raise BadInput(say("error.train.unnamed"))
    game = learner(name.lower())
    import torch  # noqa: F401 - missed before an hour of games is played, not after

    if check:
        announce_work(game.key)
        found = check_again(game.key)
        if as_json:
            click.echo(json.dumps(found._asdict()))
        else:
            key = "train.check.held" if found.holds else "train.check.failed"
            click.echo(say(key, loss=f"{found.loss:.4f}", stated=f"{found.stated:.4f}"))
        return OK if found.holds else FAILED
    if not wishes["to"]:
        raise BadInput(say("error.train.to"))
    given = {key: wishes[key] for key in ("generations", "positions", "epochs", "seed")}
    given = {key: value for key, value in given.items() if value is not None}
    folder = Path(wishes["to"]).expanduser()
    jobs, device = wishes["jobs"] or cores(), wishes["device"]
    wanted = Training(game.key, folder, jobs=jobs, device=device, **given)
    announce_work(game.key)
    try:
        with _progress(wanted) as watcher:
            steps = train(wanted, watcher)
    except KeyboardInterrupt:
        click.echo(say("train.cut"), err=True)
        return INTERRUPTED
    if as_json:
        click.echo(json.dumps([step._asdict() for step in steps]))
    else:
        click.echo(say("train.done", folder=str(folder), loss=f"{steps[-1].loss:.4f}"))
    return OK


@contextmanager
def _progress(wanted: "Training") -> "Iterator[Watcher]":
    """Lines on standard error: how much has been played, and every epoch of fitting."""
    from tabletier.lab.training.run import Watcher, shards_of

    whole = wanted.generations * len(shards_of(wanted, 1))

    def shard(_: Path) -> None:
        made = len(list(wanted.folder.glob("positions-*.npz")))
        click.echo(say("train.shard", made=made, whole=whole), err=True)

    def epoch(found: "Epoch") -> None:
        words = {"trained": f"{found.trained:.4f}", "tested": f"{found.tested:.4f}"}
        click.echo(say("train.epoch", number=found.number, **words), err=True)

    yield Watcher(shard, epoch)


def _count(name: str, most: int, text: str) -> CliOption:
    read = number_between(int, 1, most)
    return CliOption([name], callback=read, metavar="meta.count", help=text)


train_command = CliCommand(
    "train",
    help="train.help",
    epilog="train.epilog",
    callback=_train,
    params=[
        CliArgument(["name"], required=False, metavar="meta.game"),
        CliOption(["--to"], metavar="meta.folder", help="train.option.to"),
        _count("--generations", MOST_GENERATIONS, "train.option.generations"),
        _count("--positions", MOST_POSITIONS, "train.option.positions"),
        _count("--epochs", MOST_EPOCHS, "train.option.epochs"),
        _count("--seed", 2**31 - 1, "train.option.seed"),
        _count("--jobs", MOST_JOBS, "arena.option.jobs"),
        CliOption(
            ["--device"], type=OneOf(("cpu", "cuda")), default="cpu", help="train.option.device"
        ),
        CliOption(["--check"], is_flag=True, help="train.option.check"),
        JSON_OPTION,
    ],
)
