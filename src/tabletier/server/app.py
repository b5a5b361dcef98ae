"""The application: routes, refusals, and what happens when the house opens and closes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from tabletier import __version__
from tabletier.server.api import accounts, people, tables
from tabletier.server.api.doors import answered, language_of
from tabletier.server.house import House, build
from tabletier.server.settings import Settings
from tabletier.server.tables.refused import Refused

API = "/api/v1"


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
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=opened,
    )
    app.add_exception_handler(Refused, _refused)
    for router in (people.router, accounts.router, tables.router):
        app.include_router(router, prefix=API)

    @app.get("/healthz", tags=["operation"])
    async def healthz() -> dict[str, Any]:
        """Whether the house is ready, and which boxes are still being opened."""
        closed = house.boxes.closed
        return {"ready": not closed, "waiting_for": [f"the rules of {game}" for game in closed]}

    return app


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return answered(error, language_of(request))
