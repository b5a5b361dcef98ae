"""What stands in the query of an address: a filter that there is not is no filter that was met."""

from collections.abc import Iterator

from fastapi import Depends, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from tabletier.games.kernel.text import Text, shown
from tabletier.server.tables.errors import Refused


async def no_other_filters(request: Request) -> None:
    """See that nothing is asked for that is no filter here. Raises Refused."""
    known = filters_of(request.scope["route"])
    for asked in request.query_params:
        if asked not in known:
            listed = ", ".join(known)
            raise Refused(
                "query/unknown",
                Text(
                    f"Il n'y a pas de filtre {shown(asked)} ici ; il y a : {listed}.",
                    f"There is no filter {shown(asked)} here; there are {listed}.",
                ),
                status=422,
            )


def filters_of(route: APIRoute) -> tuple[str, ...]:
    """What may stand in the query of an address."""
    return (*dict.fromkeys(_names(route.dependant)), "lang")


def _names(dependant: Dependant) -> Iterator[str]:
    for needed in dependant.dependencies:
        yield from _names(needed)
    yield from (field.alias for field in dependant.query_params)


FILTERED = [Depends(no_other_filters)]
"""Of an address whose filters are all known."""
