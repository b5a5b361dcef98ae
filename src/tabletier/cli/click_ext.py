"""What click lacks: commands, options and arguments that speak the language of the run.

`help`, `metavar` and `epilog` are keys of `texts.toml`, or texts that need no translation.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import LANGUAGE_FLAG, say, translate
from tabletier.games.kernel.text import LANGUAGES

if TYPE_CHECKING:  # generic in the newest click only
    _ParamType = click.ParamType[Any, Any]
else:
    _ParamType = click.ParamType


class CliOption(click.Option):
    """An option; its help and the name of its value are keys of `texts.toml`.

    What is typed is a text until a callback reads it: click would say in its own words, and in
    English only, that it is no number.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if kwargs.get("callback") is not None and not kwargs.get("is_flag"):
            kwargs.setdefault("type", str)
        super().__init__(*args, **kwargs)

    def make_metavar(self, *args: Any, **kwargs: Any) -> str:
        """What stands for the value in the help."""
        return translate(super().make_metavar(*args, **kwargs))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option's two columns in the help."""
        record = super().get_help_record(ctx)
        return None if record is None else (record[0], translate(self.help or ""))


class CliArgument(click.Argument):
    """An argument; its name in the help is a key of `texts.toml`."""

    def make_metavar(self, *_: Any, **__: Any) -> str:
        """What stands for the argument in the help."""
        name = translate(self.metavar or self.name or "")
        return name if self.required else f"[{name}]"


class OneOf(_ParamType):
    """One of a few values; written as text, without regard to case."""

    name = "choice"

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """The values as `[a|b]`."""
        return "[" + "|".join(map(str, self.values)) + "]"

    def convert(self, value: Any, param: click.Parameter | None, _: click.Context | None) -> Any:
        """The value that a text names."""
        for allowed in self.values:
            if str(value).lower() == str(allowed).lower():
                return allowed
        raise BadInput(
            say(
                "error.choice",
                name=param.opts[0] if param else "",
                given=str(value)[:40],
                choices=", ".join(map(str, self.values)),
            )
        )


def number_between(
    kind: type[int] | type[float], low: float, high: float
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Reads an option's value, if it has one, as a number from `low` to `high`, else BadInput."""

    def read(_: click.Context, param: click.Parameter, value: Any) -> Any:
        if value is None:
            return None
        try:
            found = kind(value)
        except (ValueError, OverflowError):
            found = None
        if found is not None and low <= found <= high:
            return found
        given, name = str(value)[:40], param.opts[0]
        raise BadInput(say("error.number", name=name, given=given, low=low, high=high))

    return read


CHECK_BOX_FILES_THEMSELVES = ("doctor",)
"""Commands that say of every game what is wrong with it."""


def check_box_files() -> None:
    """See that the files of TABLETIER_BOX_DIR can be used, before anything is done. Raises BadBox.

    A game that does not load for another reason is left to whoever asks for it.
    """
    from tabletier.games.kernel.compiler import box_dir
    from tabletier.games.kernel.errors import BadBox
    from tabletier.games.kernel.registry import find, keys

    for key in keys() if box_dir() is not None else ():
        try:
            find(key)
        except BadBox:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it is not about box data
            continue


class CliCommand(click.Command):
    """A command; `--lang` and `--help` come with it."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """The context of one run, with the house's settings."""
        kwargs.setdefault("max_content_width", 96)
        kwargs.setdefault("help_option_names", ["-h", "--help"])
        return super().make_context(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; one too many is refused in the language of the run."""
        ctx.allow_extra_args = ctx.allow_extra_args or not isinstance(self, click.Group)
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if ctx.args and not isinstance(self, click.Group):
            raise BadInput(say("error.extra", given=" ".join(ctx.args)[:80]))
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless a collector's box data cannot be used. Raises BadBox."""
        if not isinstance(self, click.Group) and self.name not in CHECK_BOX_FILES_THEMSELVES:
            check_box_files()
        return super().invoke(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, then `--lang` and `--help`."""
        *own, helping = super().get_params(ctx)
        return [*own, _LANGUAGE, helping]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help` and `-h`, described in the language of the run."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say("option.help")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line that shows how the command is written."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=say("help.usage") + " ")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What follows the command's name in its usage."""
        pieces = ["[OPTIONS]"]
        for param in self.get_params(ctx):
            pieces += param.get_usage_pieces(ctx)
        return [*pieces, say("help.command")] if isinstance(self, click.Group) else pieces

    def format_help_text(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(translate(self.help or ""))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every option with its help; a group lists its commands first."""
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)
        options = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        records = (option.get_help_record(ctx) for option in options)
        with formatter.section(say("help.options")):
            formatter.write_dl([record for record in records if record is not None])

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples, as they are to be typed."""
        if self.epilog:
            formatter.write_paragraph()
            formatter.write_text("\b\n" + translate(self.epilog))


_LANGUAGE = CliOption(
    [LANGUAGE_FLAG], type=OneOf(LANGUAGES), help="option.lang", expose_value=False
)
JSON_OPTION = CliOption(["--json", "as_json"], is_flag=True, help="option.json")
