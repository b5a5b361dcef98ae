"""`tabletier serve`: the open house in a browser, on this machine or for everyone."""

import click

from tabletier.cli.click_ext import CliCommand, CliOption, number_between
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import say, tell


def _serve(host: str | None, port: int | None, browser: bool) -> int:
    from tabletier.games.kernel.registry import keys
    from tabletier.server.live.boxes import is_compiled
    from tabletier.server.running import CannotOpen, serve
    from tabletier.server.settings import BadSettings, read_settings

    def opened(address: str) -> None:
        click.echo(say("serve.open", address=address))
        if not all(is_compiled(game) for game in keys()):
            click.echo(say("serve.preparing"), err=True)
        if browser:
            click.launch(address)

    try:
        serve(read_settings(host=host, port=port), opened)
    except (BadSettings, CannotOpen) as error:
        raise BadInput(tell(error.text)) from error
    return OK


def _port(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:

    found: int | None = number_between(int, 0, 65535)(ctx, param, value)
    return found


command = CliCommand(
    "serve",
    help="serve.help",
    epilog="serve.epilog",
    callback=_serve,
    params=[
        CliOption(["--host"], metavar="meta.address", help="serve.host"),
        CliOption(["--port"], metavar="meta.number", callback=_port, help="serve.port"),
        CliOption(["--open", "browser"], is_flag=True, help="serve.browser"),
    ],
)
