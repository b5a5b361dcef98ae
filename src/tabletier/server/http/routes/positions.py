"""Positions that people make: checked, drawn, thought about; those that matches went through."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tabletier.games.kernel.contract import CHANCE, Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language, Text
from tabletier.match.drawing import table_of
from tabletier.match.log import EXPLICIT
from tabletier.match.match import Match
from tabletier.match.sentences import ending
from tabletier.match.start import new, setup
from tabletier.server.house import House
from tabletier.server.http.auth import (
    Player,
    TheHouse,
    TheRoom,
    Tongue,
    address_of,
    pass_gate,
)
from tabletier.server.http.models.games import PositionChecked
from tabletier.server.http.models.jobs import JobShown
from tabletier.server.http.models.messages import PositionAsked
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.http.routes.games import wait_for_box
from tabletier.server.http.routes.jobs import PICTURE, PLAIN_TEXT, read, shown
from tabletier.server.limits import CHECKS, JOBS, RECORDS, REPLAYS
from tabletier.server.tables.agreement import settled
from tabletier.server.tables.beginning import finished, set_up, stage
from tabletier.server.tables.errors import Refused

router = APIRouter(tags=["positions"])
records = APIRouter(tags=["positions"])
Moves = Annotated[int, Query(ge=0, lt=2**31)]
"""After so many moves of a match."""


async def asked_game(asked: PositionAsked, request: Request, house: House) -> Game:
    """The game of a position, ready to be played. Raises Refused."""
    await pass_gate(request, CHECKS)
    await wait_for_box(house, asked.game)
    return find(asked.game)


@router.post("/positions/check", responses=shaped(PositionChecked))
async def check_position(asked: PositionAsked, request: Request, house: TheHouse) -> Told:
    """What is wrong with a position, or what it comes to; without one, how a match begins."""
    game = await asked_game(asked, request, house)
    options = settled(game, asked.options)
    return Told(await asyncio.to_thread(checked, game, options, asked.position))


def checked(game: Game, options: dict[str, Any], position: Any) -> dict[str, Any]:
    """What the rules say of a position; without one, of the first of a match."""
    if position is None:
        return described(new(game.key, options))
    try:
        return described(setup(game.key, position, options, chance=EXPLICIT))
    except GameError as error:
        wrong = {
            "code": error.code,
            "text": error.text._asdict(),
            "rule": error.rule,
            "cells": list(error.cells),
        }
        return {**_nothing(game, options), "wrong": wrong}


def _nothing(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": game.key,
        "options": options,
        "teams": game.teams(options),
        "wrong": None,
        "position": None,
        "view": None,
        "to_move": None,
        "draws": False,
        "legal": 0,
        "result": None,
        "told": None,
    }


def described(match: Match) -> dict[str, Any]:
    """What a match comes to as it stands: all of it, for whoever made it knows all of it."""
    result, draws = match.result, match.to_move == CHANCE
    seat = None if draws else match.to_move
    told = None
    if result is not None:
        told = ending(match.game, result.winners, result.reason)
    elif not draws:
        told = match.ask()
    return {
        **_nothing(find(match.game), match.options),
        "position": match.position(),
        "view": table_of(match, seat),
        "to_move": seat,
        "draws": draws,
        "legal": len(match.legal_moves()),
        "result": None if result is None else result._asdict(),
        "told": None if told is None else told._asdict(),
    }


@router.post("/positions/hint", status_code=202, responses=shaped(JobShown, 202))
async def ask_about_a_position(
    asked: PositionAsked, request: Request, house: TheHouse, person: Player
) -> Told:
    """A good move in a position, with a reason, from what the seat to move may know."""
    await pass_gate(request, JOBS, person.id)
    game = await asked_game(asked, request, house)
    options = settled(game, asked.options)
    match = await asyncio.to_thread(set_up, game, asked.position, options)
    if match.result is not None or match.to_move == CHANCE:
        raise Refused("position/nothing-to-decide", _NOTHING_TO_DECIDE, status=422)
    return shown(await house.jobs.advise(match, person.id), 202)


@router.post("/positions/picture", response_class=Response)
async def draw_position(
    asked: PositionAsked, request: Request, house: TheHouse, language: Tongue
) -> Response:
    """A position as an SVG picture, as a spectator would see it."""
    game = await asked_game(asked, request, house)
    options = settled(game, asked.options)
    picture = await asyncio.to_thread(drawn, game, options, asked.position, language)
    headers = {"Content-Security-Policy": PICTURE, "Content-Language": language}
    return Response(picture, media_type="image/svg+xml", headers=headers)


def drawn(game: Game, options: dict[str, Any], position: Any, language: Language) -> str:
    """The picture of a position. Raises Refused."""
    match = new(game.key, options) if position is None else set_up(game, position, options)
    return match.svg(None, language)


@router.get("/tables/{table_id}/position", responses=shaped(PositionChecked))
async def position_of_a_match(
    request: Request, room: TheRoom, house: TheHouse, moves: Moves = 0
) -> Told:
    """The position after so many moves of a match that is over, all of it."""
    await pass_gate(request, REPLAYS)
    match = finished(room.table)
    async with house.store.aside.turn_of(address_of(request)):
        return Told(await house.store.aside.do(staged, match, moves))


@records.post("/records/position", openapi_extra=PLAIN_TEXT, responses=shaped(PositionChecked))
async def position_of_a_record(request: Request, house: TheHouse, moves: Moves = 0) -> Told:
    """The position after so many moves of a record, all of it; its seed must be known."""
    await pass_gate(request, RECORDS)
    brought = await read(request, house)
    async with house.reading:
        return Told(await house.store.aside.do(staged, brought.match, moves))


def staged(match: Match, moves: int) -> dict[str, Any]:
    """What a match came to after so many of its moves. Raises Refused."""
    return described(stage(match, moves))


_NOTHING_TO_DECIDE = Text(
    "Dans cette position personne n'a de coup à choisir : la partie est finie, ou un tirage vient "
    "d'abord.",
    "Nobody has a move to choose in this position: the match is over, or chance draws first.",
)
