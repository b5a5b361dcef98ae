"""The description of the interface: OpenAPI, for people and for generators of clients.

Every operation has a short name, a summary, who may ask for it, and the one shape of refusals.

Answers are written as they are, and described by their shape: nothing is checked twice. Nothing of
this is made before somebody asks for it: it takes longer than opening the house.
"""

import re
import threading
from collections.abc import Iterator
from types import GenericAlias
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import compile_path

from tabletier.games.kernel.registry import find, guests, house_keys
from tabletier.games.kernel.shapes import schemas
from tabletier.server.background import paced
from tabletier.server.http.auth import Needs, person_of, visitor_of
from tabletier.server.http.models.messages import LobbyMessage, Message, Order, RefusalShown
from tabletier.server.live.broadcast import encode
from tabletier.server.tables.orders import Looking
from tabletier.server.users.credentials import COOKIE

PLACE = "#/components/schemas/{model}"
ABOUT = """\
Play, watch, learn and look back over HTTP. Live play is over a WebSocket, at
`/api/v1/tables/{table_id}/live` with the same cookie or token: it tells a `Message` after another,
and takes an `Order`. "Playing over the network" in Tabletier's documentation says how that goes;
`/api/v1/limits` how often something may be done."""
TAGS = {
    "people": "Walking in as a guest, accounts, tokens for programs.",
    "games": "The games with their options, rule sheets, lessons and pictures; records.",
    "tables": "Opening tables and finding them, playing there, looking back.",
    "positions": "Positions that people build: whether they can be, and what to do in them.",
    "days": "Days to think: plans, leave, a calendar.",
    "puzzles": "Puzzles, one for each day and game, and how one did.",
    "history": "Matches that are over: yours, somebody's, what they add up to.",
    "ratings": "Ladders, one's own standing, what a match changed.",
    "jobs": "Hints and analyses: asked for, then asked about until they are there.",
    "notices": "Being told when one does not look: browsers, e-mail, webhooks, a feed.",
    "talk": "Whom one does not hear, and complaints.",
    "operation": "For whoever runs the house.",
}
NAMES = {
    "walk_in": "create_guest",
    "who_am_i": "get_me",
    "change_me": "update_me",
    "export": "export_me",
    "make_account": "create_account",
    "my_tokens": "list_tokens",
    "make_token": "create_token",
    "revoke_token": "delete_token",
    "my_mutes": "list_mutes",
    "mute": "create_mute",
    "unmute": "delete_mute",
    "report": "create_report",
    "shelf": "list_games",
    "rules": "get_rules",
    "list_figures": "list_pictures",
    "open_record": "read_record",
    "ask_for_the_analysis_of_a_record": "create_record_analysis",
    "ask_for_a_hint": "create_hint",
    "ask_for_an_analysis": "create_analysis",
    "kept_analysis": "get_analysis",
    "look_at_a_job": "get_job",
    "ribbon": "get_job_picture",
    "give_up": "delete_job",
    "open_table": "create_table",
    "lobby": "list_tables",
    "lobby_stream": "stream_lobby",
    "my_tables": "list_my_tables",
    "ladder": "get_ladder",
    "my_ratings": "list_my_ratings",
    "table_ratings": "get_table_ratings",
    "look": "get_table",
    "my_games": "list_my_games",
    "my_profile": "get_my_profile",
    "look_at_a_person": "get_person",
    "games_of_a_person": "list_games_of_person",
    "result": "get_result",
    "picture_svg": "get_picture_svg",
    "picture_png": "get_picture_png",
    "give_order": "send_order",
    "lines": "list_lines",
    "stream": "stream_table",
    "record": "get_record",
    "replay": "get_replay",
    "made": "list_moves",
    "explain": "explain_move",
    "preview": "preview_moves",
    "my_notices": "list_channels",
    "add_channel": "create_channel",
    "change_channel": "update_channel",
    "remove_channel": "delete_channel",
    "healthz": "get_health",
    "livez": "get_liveness",
}
"""What an operation is called for programs, where its function has a name for us."""

BY_COOKIE: dict[str, list[str]] = {"cookie": []}
BY_TOKEN: dict[str, list[str]] = {"token": []}
SCHEMES = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "What a browser is given by `create_guest`, `log_in` or `create_account`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "What `create_token` makes for a program; good for what its scopes say.",
    },
}


def _refused(description: str) -> dict[str, Any]:
    shape = {"$ref": PLACE.format(model="RefusalShown")}
    return {"description": description, "content": {"application/json": {"schema": shape}}}


REFUSED = _refused("Refused: a code for programs, a sentence for people")
UNREADABLE = _refused("What was sent cannot be read, or the rules of the game forbid it")
UNKNOWN = _refused("Nobody is known by a cookie or a token, or it is void")
NOT_FOR_YOU = _refused("The token is not good for this, or it is for others to do")
NOT_THERE = _refused("There is no such thing")
NOT_NOW = _refused("Not now: something else must happen first, or has happened meanwhile")
TOO_OFTEN = _refused("Too often; ask again when `Retry-After` says") | {
    "headers": {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
}
SPOKEN: dict[str, Any] = {
    "Message": Message,
    "RefusalShown": RefusalShown,
    "LobbyMessage": LobbyMessage,
    "Looking": Looking,
}
"""What no address names: it goes over sockets and streams, or wherever something is refused."""
OPEN = {"additionalProperties": True, "type": "object"}


class Told(JSONResponse):
    """Plain values as JSON, or JSON that was written already."""

    def render(self, content: Any) -> bytes:
        """The bytes that are sent."""
        return content if isinstance(content, bytes) else encode(content)


def in_slices(told: dict[str, Any], long: str) -> bytes:
    """An answer with one long list as JSON, written item by item, with rests between."""
    rest = encode({name: value for name, value in told.items() if name != long})
    items = b",".join([encode(item) for item in paced(told[long])])
    comma = b"," if len(told) > 1 else b""
    return rest[:-1] + comma + encode(long) + b":[" + items + b"]}"


ANSWERS: dict[str, Any] = {}
"""The shapes of answers, by the names that stand for them until OpenAPI is made."""
_making = threading.Lock()


def shaped(shape: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """How OpenAPI describes an answer: by a name, for which its shape is put in the end."""
    name = f"answer: {shape}"
    ANSWERS[name] = shape
    return {status: {"content": {"application/json": {"schema": {"$ref": name}}}}}


def describe(app: FastAPI) -> dict[str, Any]:
    """OpenAPI of the house, made once. This takes a while: it is nothing for the event loop."""
    with _making:
        if app.openapi_schema is None:
            app.openapi_schema = _made(app)
    return app.openapi_schema


def operation_id(route: APIRoute) -> str:
    """The name of an operation, short and the same for ever."""
    return NAMES.get(route.name, route.name)


def with_security(router: APIRouter) -> APIRouter:
    """A router whose operations say by what one must be known."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            known_by = _security(list(_calls(route.dependant)))
            route.openapi_extra = {"security": known_by} | (route.openapi_extra or {})
    return router


def _calls(dependant: Dependant) -> Iterator[Any]:
    """Everything that is asked before an operation."""
    for needed in dependant.dependencies:
        yield needed.call
        yield from _calls(needed)


def _security(calls: list[Any]) -> list[dict[str, list[str]]]:
    if any(isinstance(call, Needs) and call.scope == "owner" for call in calls):
        return [BY_COOKIE]
    if person_of in calls:
        return [BY_COOKIE, BY_TOKEN]
    return [{}, BY_COOKIE, BY_TOKEN] if visitor_of in calls else []


def _made(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(
        title=app.title,
        version=app.version,
        description=ABOUT,
        routes=app.routes,
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
    )
    told, named = shapes()
    found = schema["components"]["schemas"] | named | of_games()
    for unused in ("HTTPValidationError", "ValidationError"):
        found.pop(unused, None)
    schema["components"]["schemas"] = dict(sorted(found.items()))
    schema["components"]["securitySchemes"] = SCHEMES
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            operation["summary"] = re.split(r"[;.:]", operation["description"])[0]
            for answer in operation["responses"].values():
                content = answer.get("content", {}).get("application/json", {})
                if content.get("schema", {}).get("$ref") in told:
                    content["schema"] = told[content["schema"]["$ref"]]
            operation["responses"] |= _refusals(path, method, operation)
    return schema


def _refusals(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """How an operation may be refused, by its status."""
    is_ours = path.startswith("/api")
    known_by = operation.get("security", [])
    needed = bool(known_by) and {} not in known_by
    found = {
        "401": UNKNOWN if known_by else None,
        "403": NOT_FOR_YOU if needed else None,
        "404": NOT_THERE if "{" in path else None,
        "409": NOT_NOW if is_ours and method != "get" else None,
        "422": UNREADABLE if "422" in operation["responses"] or method == "post" else None,
        "429": TOO_OFTEN if is_ours else None,
    }
    return {status: told for status, told in found.items() if told} | {"default": REFUSED}


def shapes() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of all answers, and those of everything that has a name of its own.

    They are worked out in one go, and what several of them speak of only once.
    """
    together: Any = GenericAlias(tuple, (*ANSWERS.values(), *SPOKEN.values()))
    schema = TypeAdapter(together).json_schema(mode="serialization", ref_template=PLACE)
    answers = dict(zip(ANSWERS, schema["prefixItems"], strict=False))
    orders = TypeAdapter(Order).json_schema(ref_template=PLACE)
    return answers, schema["$defs"] | orders.pop("$defs") | {"Order": orders}


def of_games() -> dict[str, Any]:
    """The positions, views and events of the house's games, as each declares them.

    Where guests are on the shelf, views and events may be anything else, too.
    """
    games = [schemas(find(key), PLACE.replace("model", "name")) for key in house_keys()]
    found = {name: schema for game in games for name, schema in game.items()}
    others = [OPEN] if guests() else []
    for kind, meaning in (
        ("View", "What a game shows of its table; each has a shape of its own."),
        ("Event", "Something that happened in a game; each has kinds of its own."),
    ):
        names = [name for game in games for name in game if name.endswith(kind)]
        refs = [{"$ref": PLACE.format(model=name)} for name in names]
        found["Game" + kind] = {"description": meaning, "anyOf": [*refs, *others]}
    return found


def allowed(app: FastAPI, path: str) -> str:
    """The methods that an address answers, as the header `Allow` lists them."""
    found = {
        method.upper()
        for template, operations in describe(app)["paths"].items()
        if compile_path(template)[0].match(path)
        for method in operations
    }
    return ", ".join(sorted(found))
