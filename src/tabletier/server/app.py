"""The application: routes, refusals, and what happens when the house opens and closes.

It says whether it can work: alive, or only a restart helps; ready, or what it waits for.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from tabletier import __version__
from tabletier.games.kernel.text import Text
from tabletier.server.house import House, build
from tabletier.server.http.auth import answered, spoken_to
from tabletier.server.http.docs import docs_page
from tabletier.server.http.middleware import TOO_LONG, TOO_SLOW, Guard, too_long, too_slow
from tabletier.server.http.models.games import Alive, Health, LimitShown
from tabletier.server.http.openapi import (
    allowed,
    describe,
    operation_id,
    shaped,
    with_security,
)
from tabletier.server.http.routes import (
    days,
    games,
    history,
    jobs,
    lobby,
    lobby_stream,
    notices,
    people,
    pictures,
    positions,
    puzzles,
    ratings,
    tables,
)
from tabletier.server.http.static import PageMiddleware
from tabletier.server.limits import PUBLISHED
from tabletier.server.settings import Settings
from tabletier.server.tables.errors import Refused, unreadable

API = "/api/v1"
MOMENT = 2.0
"""Seconds that the database has to write something down."""
FRESH = 1.0
"""Seconds for which an answer of the database is good, however many ask."""


class Condition(NamedTuple):
    """How the house is."""

    alive: bool
    """Whether it will be ready by itself, if it is not; otherwise it must be started again."""
    waiting_for: list[str]

    @property
    def ready(self) -> bool:
        """Whether everything can be done here."""
        return not self.waiting_for


class Doctor:
    """Looks after a house, whoever asks and however often."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asking = asyncio.Lock()
        self._looked = float("-inf")
        self._writes = False

    @property
    def alive(self) -> bool:
        """Whether the house writes where it will find it again."""
        return self._house.store.writer.anchored

    async def look(self) -> Condition:
        """How the house is, with a line of the database really written."""
        house = self._house
        reasons = [f"the rules of {game}" for game in house.boxes.closed]
        if house.connections.closing:
            reasons.append("the house closes")
        if not self.alive:
            reasons.append("a restart: the database file was moved or replaced")
        elif not await self._database_writes():
            reasons.append("the database")
        return Condition(self.alive, reasons)

    async def _database_writes(self) -> bool:
        async with self._asking:
            if time.monotonic() - self._looked > FRESH:
                try:
                    async with asyncio.timeout(MOMENT):
                        await self._house.uptime.sign()
                    self._writes = True
                except (SQLAlchemyError, OSError, TimeoutError):
                    self._writes = False
                self._looked = time.monotonic()
            return self._writes


def create_app(settings: Settings | None = None) -> FastAPI:
    """The house as an ASGI application."""
    return app_of(build(settings or Settings()))


def app_of(house: House) -> FastAPI:
    """A house as an ASGI application, which opens and closes it."""

    @asynccontextmanager
    async def opened(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = house
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Tabletier",
        version=__version__,
        openapi_url=None,  # as told below
        docs_url=None,
        redoc_url=None,
        lifespan=opened,
        generate_unique_id_function=operation_id,
    )
    app.add_middleware(PageMiddleware)
    if house.settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=house.settings.origins,
            allow_credentials=True,
            allow_methods=["*"],
            allow_headers=["Authorization", "Content-Type"],
        )
    app.add_middleware(Guard, house=house)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _unanswerable)
    for router in (
        people.router,
        pictures.router,
        people.talk,
        days.router,
        games.router,
        history.router,
        jobs.router,
        jobs.records,
        lobby.router,
        lobby_stream.router,
        notices.router,
        notices.links,
        positions.router,
        puzzles.router,
        positions.records,
        ratings.router,
        tables.router,
    ):
        app.include_router(with_security(router), prefix=API)
    _operate(app, house)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign] # as FastAPI documents it

    async def openapi(_: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(describe, app))

    async def docs(_: Request) -> Response:
        return await asyncio.to_thread(lambda: docs_page(describe(app)))

    app.add_route("/api/openapi.json", openapi, include_in_schema=False)
    app.add_route("/api/docs", docs, include_in_schema=False)
    return app


def _operate(app: FastAPI, house: House) -> None:
    """What whoever runs the house wants to know."""
    doctor = Doctor(house)

    @app.get(f"{API}/limits", tags=["operation"], responses=shaped(list[LimitShown]))
    async def list_limits() -> JSONResponse:
        """How often something may be done in this house; nothing: as often as one likes."""
        scaled = [found for rate in PUBLISHED if (found := house.gate.scaled(rate)) is not None]
        return JSONResponse([rate._asdict() for rate in scaled])

    @app.get("/healthz", tags=["operation"], responses=shaped(Health) | shaped(Health, 503))
    async def healthz() -> JSONResponse:
        """Whether the house is ready, and what it is still waiting for."""
        found = await doctor.look()
        told = {"alive": found.alive, "ready": found.ready, "waiting_for": found.waiting_for}
        return JSONResponse(told, 200 if found.ready else 503)

    @app.get("/livez", tags=["operation"], responses=shaped(Alive) | shaped(Alive, 503))
    async def livez() -> JSONResponse:
        """Whether the house goes on by itself; otherwise it must be started again."""
        return JSONResponse({"alive": doctor.alive}, 200 if doctor.alive else 503)

    @app.get("/metrics", tags=["operation"], include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Counters for Prometheus; a proxy does not hand them on unless that is wanted."""
        handed_on = "x-forwarded-for" in request.headers and house.settings.metrics is None
        if handed_on or not house.settings.shows_metrics:
            raise HTTPException(404)
        return Response(house.metrics.told(), media_type="text/plain; version=0.0.4")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return answered(error, await spoken_to(request))


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return answered(unreadable(error.errors()), await spoken_to(request))


async def _unanswerable(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == TOO_LONG:
        refusal = too_long(request.url.path)
    elif error.status_code == TOO_SLOW:
        refusal = too_slow()
    else:
        refusal = _nothing_here(error.status_code)
    response = answered(refusal, await spoken_to(request))
    if error.status_code == 405:
        methods = await asyncio.to_thread(allowed, request.app, request.url.path)
        response.headers["Allow"] = methods
    return response


def _nothing_here(status: int) -> Refused:
    return Refused(
        f"http/{status}",
        Text("Il n'y a rien à cette adresse.", "There is nothing at this address.")
        if status == 404
        else Text("Cela ne se demande pas ainsi.", "This cannot be asked for in this way."),
        status=status,
    )


def openapi_text() -> str:
    """OpenAPI as text, the same wherever it is made: `python -m tabletier.server.app`."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder)))
        return json.dumps(describe(app), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(openapi_text())
