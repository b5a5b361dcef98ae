"""What happens at a table, as those who are there are told.

An act is declared once, in `tables.acts`: what is hidden of it too. Here stands what is told
otherwise, or besides.
"""

import ast
import inspect
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, get_args

import msgspec
from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from tabletier.server.http.models import Open, TextShown
from tabletier.server.http.models.table import TermsShown
from tabletier.server.tables import acts

SENTENCES = NotRequired[
    Annotated[list[str], Field(description="The same in sentences, where `tell` asks for them.")]
]
SENTENCE = NotRequired[
    Annotated[list[str], Field(description="The same in a sentence, where `tell` asks for it.")]
]
TOLD_OTHERWISE: dict[type[acts.Act], dict[str, Any]] = {
    acts.Opened: {"house": TermsShown},
    acts.Changed: {"house": TermsShown},
    acts.Started: {
        "events": Annotated[
            list[Open], Field(description="What the set-up drew, as you may see it.")
        ],
        "told": SENTENCES,
    },
    acts.Moved: {
        "move": Annotated[str | None, Field(description="None while it is secret.")],
        "spent": NotRequired[
            Annotated[int, Field(description="Milliseconds taken; not in `last`.")]
        ],
        "stand_in": NotRequired[
            Annotated[bool, Field(description="Whether a stand-in made it; not in `last`.")]
        ],
        "events": Annotated[
            list[Open],
            Field(description="What it caused, as you may see it, in the format of the game."),
        ],
        "told": SENTENCES,
    },
    acts.Answered: {
        "text": Annotated[
            TextShown | None,
            Field(description="What an opponent of the house says with its answer."),
        ],
    },
    acts.Ended: {
        "told": NotRequired[
            Annotated[
                list[str],
                Field(description="How it ended in a sentence, where `tell` asks for it."),
            ]
        ],
    },
    acts.Away: {"told": SENTENCE},
    acts.Back: {"told": SENTENCE},
    acts.StoodIn: {"told": SENTENCE},
}


def explained() -> dict[str, dict[str, str]]:
    """What the fields of each act mean, by the text below their declaration."""
    found = {}
    for act in ast.parse(inspect.getsource(acts)).body:
        if isinstance(act, ast.ClassDef):
            pairs = zip(act.body, act.body[1:], strict=False)
            found[act.name] = {
                field.target.id: inspect.cleandoc(text.value.value)
                for field, text in pairs
                if isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
                and isinstance(text.value.value, str)
            }
    return found


def shape_of(act: type[acts.Act], meanings: dict[str, str]) -> Any:
    """An act as it is told."""
    tag = str(act.__struct_config__.tag)
    fields: dict[str, Any] = {"act": Literal[tag]}
    for field in msgspec.structs.fields(act):
        if field.name not in act.hidden:
            means = meanings.get(field.name)
            described = Annotated[field.type, Field(description=means)] if means else field.type
            fields[field.name] = described
    name = tag.title().replace("_", "") + "Act"
    shape = TypedDict(name, fields | TOLD_OTHERWISE.get(act, {}))  # type: ignore[misc] # made while it runs
    shape.__doc__ = act.__doc__
    return shape


if TYPE_CHECKING:
    Act = dict[str, Any]
else:
    MEANINGS = explained()
    Act = TypeAliasType(
        "Act",
        Annotated[
            reduce(or_, (shape_of(act, MEANINGS[act.__name__]) for act in get_args(acts.AnyAct))),
            Field(discriminator="act", description="Something that happened at a table."),
        ],
    )
