"""`tabletier verify`: checks a record's chain, moves, draws and result, and says so."""

import json
from collections.abc import Sequence
from typing import Any

import click

from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliCommand
from tabletier.cli.errors import FAILED, OK
from tabletier.cli.files import read_record
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.errors import BadRecord
from tabletier.match.match import Match


def _report(match: Match, deal_verified: bool, names: Sequence[str]) -> dict[str, Any]:
    result = match.result
    return {
        "ok": True,
        "game": match.game,
        "names": list(names),
        "moves": len(match.moves),
        "draws": sum(entry.act == "draw" for entry in match.log),
        "deal_verified": deal_verified,
        "commitment": match.commitment,
        "seed": match.seed,
        "result": None if result is None else result._asdict(),
    }


def _in_words(match: Match, report: dict[str, Any]) -> list[str]:
    from tabletier.cli import render
    from tabletier.games.kernel.registry import find

    name = tell(find(match.game).name)
    names = report["names"]
    lines = [say("verify.ok", game=name)]
    if any(names):
        lines.append(render.name_list(names) + ".")
    lines.append(say("verify.chain", count=len(match.log) + 2))
    lines.append(say("verify.moves", count=report["moves"]))
    draws = "verify.draws" if report["deal_verified"] else "verify.draws.secret"
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
    report = _report(match, deal_verified, names_in(text))
    lines = [json.dumps(report, ensure_ascii=False)] if as_json else _in_words(match, report)
    click.echo("\n".join(lines))
    return OK


command = CliCommand(
    "verify",
    help="verify.help",
    callback=_verify,
    params=[
        CliArgument(["file"], metavar="meta.file"),
        JSON_OPTION,
    ],
)
