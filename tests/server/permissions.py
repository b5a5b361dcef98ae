"""What may be asked of the house, and who may have it."""

import itertools
from typing import Any

from tabletier.match.puzzles import puzzles
from tests.server.worlds import World

ROLES = ("stranger", "outsider", "host", "player", "read", "play", "tables")
"""Nobody; a guest who knows the address of the private table; two who sit there; and what
programs of the player may do, by the scope of their token."""
BLIND = {
    "GET /limits",
    "GET /games",
    "GET /games/{game}/rules",
    "GET /games/{game}/schema",
    "GET /games/{game}/pictures",
    "GET /games/{game}/lessons",
    "POST /games/{game}/lessons/{number}/try",
    "GET /calendar/{secret}.ics",
    "GET /puzzles/{game}/daily",
    "POST /records",
    "POST /records/position",
    "POST /positions/check",
    "POST /positions/picture",
    "GET /tables/{table_id}/people",
    "GET /tables/{table_id}/position",
    "GET /tables/{table_id}/picture.png",
    "GET /tables/{table_id}/picture.svg",
    "POST /login",
    "POST /recover",
    "GET /tables",
    "GET /tables/{table_id}/record",
    "GET /tables/{table_id}/analysis",
    "GET /healthz",
    "GET /livez",
}
"""Where it does not matter who comes, not even with a void token."""
STATE = {
    "GET /tables/{table_id}/picture.png": "over",
    "GET /tables/{table_id}/picture.svg": "over",
    "GET /tables/{table_id}/position": "over",
    "GET /tables/{table_id}/record": "over",
    "GET /tables/{table_id}/analysis": "over",
    "POST /tables/{table_id}/analysis": "over",
    "POST /tables/{table_id}/orders": "playing",
}
EXPECTED = {
    # stranger, outsider, host, player, the player's programs: read, play, tables
    "GET /me": "401 200 200 200 200 200 200",
    "POST /me": "201 201 201 201 201 201 201",
    "PATCH /me": "401 200 200 200 403 403 403",
    "POST /me/logout": "401 204 204 204 403 403 403",
    "GET /me/export": "401 200 200 200 403 403 403",
    "POST /me/delete": "401 204 204 204 403 403 403",
    "POST /me/account": "401 201 201 201 403 403 403",
    "POST /login": "401 401 401 401 401 401 401",  # the password is wrong
    "POST /recover": "401 401 401 401 401 401 401",
    "POST /me/password": "401 409 409 409 403 403 403",  # guests have none
    "GET /me/tokens": "401 200 200 200 403 403 403",
    "POST /me/tokens": "401 201 201 201 403 403 403",
    "DELETE /me/tokens/{token_id}": "401 404 404 204 403 403 403",
    "GET /limits": "200 200 200 200 200 200 200",
    "GET /games": "200 200 200 200 200 200 200",
    "GET /games/{game}/rules": "200 200 200 200 200 200 200",
    "GET /games/{game}/schema": "200 200 200 200 200 200 200",
    "GET /games/{game}/pictures": "200 200 200 200 200 200 200",
    "GET /games/{game}/lessons": "200 200 200 200 200 200 200",
    "POST /games/{game}/lessons/{number}/try": "200 200 200 200 200 200 200",
    "GET /puzzles/daily": "200 200 200 200 200 200 200",
    "GET /puzzles/{game}/daily": "200 200 200 200 200 200 200",
    "GET /puzzles/{game}/archive": "200 200 200 200 200 200 200",
    "POST /puzzles/{game}/{puzzle}/answers": "401 200 200 200 403 200 403",
    "GET /me/puzzles": "401 200 200 200 200 200 200",
    "POST /records": "422 422 422 422 422 422 422",
    "POST /records/position": "422 422 422 422 422 422 422",
    "POST /positions/check": "200 200 200 200 200 200 200",
    "POST /positions/picture": "200 200 200 200 200 200 200",
    "POST /positions/hint": "401 422 422 422 403 422 403",  # there is nothing to decide
    "GET /tables/{table_id}/position": "200 200 200 200 200 200 200",
    "POST /records/analysis": "401 422 422 422 403 422 403",
    "POST /tables": "401 201 201 201 403 403 201",
    "GET /tables": "200 200 200 200 200 200 200",
    "GET /lobby/stream": "200 200 200 200 200 200 200",
    "GET /me/tables": "401 200 200 200 200 200 200",
    "GET /me/games": "401 200 200 200 200 200 200",
    "GET /me/games/export": "401 200 200 200 200 200 200",
    "GET /me/profile": "401 200 200 200 200 200 200",
    "GET /people/{handle}": "200 200 200 200 200 200 200",
    "GET /people/{handle}/games": "200 200 200 200 200 200 200",
    "GET /ladder/{game}": "200 200 200 200 200 200 200",
    "GET /me/ratings": "401 200 200 200 200 200 200",
    "GET /tables/{table_id}/ratings": "200 200 200 200 200 200 200",
    "GET /me/calendar": "401 200 200 200 403 403 403",
    "POST /me/calendar": "401 201 201 201 403 403 403",
    "GET /calendar/{secret}.ics": "404 404 404 404 404 404 404",  # nobody's
    "POST /tables/{table_id}/explore": "401 403 409 409 403 409 403",  # not by days
    "GET /tables/{table_id}": "200 200 200 200 200 200 200",
    "POST /tables/{table_id}/orders": "401 403 200 409 403 409 403",  # the host is to move
    "GET /tables/{table_id}/lines": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/stream": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/deeds": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/replay": "200 200 200 200 200 200 200",
    "POST /tables/{table_id}/explain": "401 403 200 409 403 409 403",  # the host is to move
    "POST /tables/{table_id}/preview": "401 403 200 409 403 409 403",
    "GET /tables/{table_id}/record": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/picture.png": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/picture.svg": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/result": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/people": "200 200 200 200 200 200 200",
    "GET /me/mutes": "401 200 200 200 200 200 200",
    "POST /me/mutes": "401 201 404 201 403 201 403",  # the host said it
    "DELETE /me/mutes/{mute_id}": "401 404 404 204 403 204 403",
    "POST /tables/{table_id}/reports": "401 201 404 201 403 201 403",
    "POST /tables/{table_id}/hint": "401 403 202 409 403 409 403",
    "GET /tables/{table_id}/analysis": "200 200 200 200 200 200 200",
    "POST /tables/{table_id}/analysis": "401 409 409 409 403 409 403",  # no move was made
    "GET /jobs/{job_id}": "401 404 404 200 200 200 200",
    "DELETE /jobs/{job_id}": "401 404 404 204 403 204 403",
    "GET /jobs/{job_id}/ribbon": "401 404 404 409 409 409 409",  # a hint has no picture
    "GET /me/notices": "401 200 200 200 403 403 403",
    "POST /me/notices": "401 201 201 201 403 403 403",
    "PATCH /me/notices/{channel_id}": "401 404 404 404 403 403 403",
    "DELETE /me/notices/{channel_id}": "401 404 404 404 403 403 403",
    "POST /me/notices/{channel_id}/test": "401 404 404 404 403 403 403",
    "GET /healthz": "200 200 200 200 200 200 200",
    "GET /livez": "200 200 200 200 200 200 200",
}
ORDERS: dict[str, tuple[str, dict[str, Any], str]] = {
    # when it makes sense, what it says, and for whom; tokens need `play`
    "sit": ("free", {}, "401 200 200 200 403 200 403"),
    "stand": ("full", {"seat": 1}, "401 403 200 200 403 200 403"),
    "invite": ("free", {"seat": 1, "level": 1}, "401 403 200 403 403 403 403"),
    "change": ("full", {"public": True}, "401 403 200 403 403 403 403"),
    "start": ("full", {}, "401 403 200 403 403 403 403"),
    "move": ("playing", {"ply": 0}, "401 403 200 409 403 409 403"),
    "ask": ("playing", {"question": "draw"}, "401 403 200 200 403 200 403"),
    "answer": ("asked", {"yes": False}, "401 403 200 200 403 200 403"),
    "withdraw": ("asked", {}, "401 403 200 409 403 409 403"),
    "rename": ("full", {"seat": 1, "name": "Zoe"}, "401 403 409 200 403 200 403"),
    "resign": ("playing", {}, "401 403 200 200 403 200 403"),
    "leave": ("playing", {}, "401 403 200 200 403 200 403"),
    "return": ("playing", {}, "401 403 409 409 403 409 403"),  # nobody is away
    "looked": ("playing", {}, "401 403 409 409 403 409 403"),  # there is no pause
    "hours": ("playing", {"quiet": None}, "401 403 409 409 403 409 403"),  # not by days
    "holiday": ("playing", {}, "401 403 409 409 403 409 403"),
    "holiday_over": ("playing", {}, "401 403 409 409 403 409 403"),
    "plan": ("playing", {"lines": []}, "401 403 409 409 403 409 403"),
    "pace": ("playing", {"seconds": 1}, "401 403 200 403 403 403 403"),
    "say": ("playing", {"text": "?"}, "401 403 200 200 403 200 403"),
    "rematch": ("over", {}, "401 403 200 200 403 200 403"),
}
_logins = itertools.count()


def bodies(world: World) -> dict[str, Any]:
    """What is sent along, by address."""
    secret = "correct horse"
    return {
        "POST /me": {"name": "Ada"},
        "PATCH /me": {"name": "Bea"},
        "POST /me/logout": {"everywhere": True},
        "POST /me/delete": {},
        "POST /me/account": {"login": f"login{next(_logins)}", "password": secret},
        "POST /login": {"login": "nobody", "password": secret},
        "POST /recover": {"login": "nobody", "code": "x", "password": secret},
        "POST /me/password": {"password": secret, "new": secret + "!"},
        "POST /me/tokens": {"label": "bot", "scopes": ["read"]},
        "POST /me/notices": {"kind": "feed"},
        "PATCH /me/notices/{channel_id}": {"quiet": [22, 8]},
        "POST /tables": {"game": "barrier"},
        "POST /positions/check": {"game": "barrier"},
        "POST /positions/picture": {"game": "barrier"},
        "POST /positions/hint": {"game": "barrier", "position": {}},
        "POST /games/{game}/lessons/{number}/try": {"moves": []},
        "POST /puzzles/{game}/{puzzle}/answers": {
            "moves": [puzzles("barrier")[0].steps[0].best[0]]
        },
        "POST /tables/{table_id}/explain": {"move": "?"},
        "POST /tables/{table_id}/preview": {"moves": [order_of(world, "move")["move"]]},
        "POST /tables/{table_id}/explore": {"moves": []},
        "POST /tables/{table_id}/orders": order_of(world, "move"),
        "POST /me/mutes": {"table": world.table, "number": world.said},
        "POST /tables/{table_id}/reports": {"number": world.said, "reason": "rude"},
    }


def order_of(world: World, do: str) -> dict[str, Any]:
    """An order with what it needs."""
    order = {"do": do, **ORDERS[do][1]}
    if do == "move":
        order["move"] = (world.shown["position"] or {}).get("legal", ["?"])[0]
    return order
