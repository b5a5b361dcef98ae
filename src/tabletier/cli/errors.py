"""The one place where mistakes become a sentence on stderr and an exit code."""

import os
import sys
import traceback
from collections.abc import Callable
from typing import TextIO

import click

from tabletier.cli.i18n import say, tell
from tabletier.cli.terminal import ASCII_FALLBACK
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.extras import extra_of, missing_sentence

OK, FAILED, BAD_INPUT, UNEXPECTED, INTERRUPTED = 0, 1, 2, 70, 130
READER_LEFT = 141
"""What a shell says of a program that wrote to nobody any more, as under `| head`."""


class ReaderLeft(Exception):
    """Whoever reads what we write has gone; no OSError, for which click has an end of its own."""


class BadInput(click.UsageError):
    """A mistake in what was typed; the message is a whole sentence for whoever typed it."""


def run_safely(run: Callable[[], int]) -> int:
    """Run a command; whatever goes wrong is one sentence, and the exit code says which kind."""
    _set_error_handler(sys.stdin, "replace")
    _set_error_handler(sys.stdout, ASCII_FALLBACK)
    _set_error_handler(sys.stderr, ASCII_FALLBACK)
    try:
        code = run()
        sys.stdout.flush()
        return code
    except (ReaderLeft, BrokenPipeError):
        _silence_stdout()
        return READER_LEFT
    except click.ClickException as error:
        return _complain(usage_sentence(error), BAD_INPUT)
    except GameError as error:
        return _complain(game_sentence(error), BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 -- nobody is ever shown a traceback; it goes to a file
        sentence = extra_sentence(error)
        if sentence is not None:
            return _complain(sentence, BAD_INPUT)
        return _complain(_report_sentence(traceback.format_exc()), UNEXPECTED)


def extra_sentence(error: Exception) -> str | None:
    """What to install, if the error is that an extra of the package is missing."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    extra = extra_of(error.name)
    return None if extra is None else tell(missing_sentence(error.name, extra))


def _complain(sentence: str, code: int) -> int:
    click.echo(sentence, err=True)
    return code


def _set_error_handler(stream: TextIO, errors: str) -> None:
    """Bytes that are no text, and signs that a terminal cannot show, stop nothing."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=errors)


def _silence_stdout() -> None:
    """The reader of our output has gone: write what is left to nobody."""
    nobody = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nobody, sys.stdout.fileno())


def usage_sentence(error: click.ClickException) -> str:
    """What was wrong with the command line, in the language of the run."""
    if isinstance(error, BadInput):
        return error.message
    if isinstance(error, click.NoSuchOption):
        return _unknown_option_sentence(error)
    if isinstance(error, click.BadOptionUsage):
        return _option_usage_sentence(error)
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx:
        return say("error.missing", name=error.param.make_metavar(error.ctx))
    return error.format_message()


def _unknown_option_sentence(error: click.NoSuchOption) -> str:
    name = error.option_name[:40]
    if error.possibilities:
        return say("error.option.near", name=name, near=error.possibilities[0])
    path = error.ctx.command_path if error.ctx else "tabletier"
    return say("error.option", name=name, path=path)


def _option_usage_sentence(error: click.BadOptionUsage) -> str:
    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    flags = {name for p in params if isinstance(p, click.Option) and p.is_flag for name in p.opts}
    key = "error.option.flag" if error.option_name in flags else "error.option.value"
    return say(key, name=error.option_name)


def game_sentence(error: GameError) -> str:
    """The error's own sentence, with the rule it rests on."""
    return cite_rule(tell(error.text), error.rule)


def cite_rule(sentence: str, rule: str | None) -> str:
    """A sentence that names its rule, once."""
    return sentence if rule is None or rule in sentence else f"{sentence} ({rule})"


def _report_sentence(trace: str) -> str:
    """Write down an error we did not foresee; the sentence says where, and in which guest."""
    from tabletier.cli.saves import write_report
    from tabletier.games.kernel.registry import blame

    path, guest = write_report(trace), blame(trace)
    if guest is not None:
        report = "" if path is None else " " + say("error.guest", path=path)
        return tell(guest) + report
    return say("error.unexpected.lost") if path is None else say("error.unexpected", path=path)
