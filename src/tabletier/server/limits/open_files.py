"""Open files: every connection is one, and the system allows a process only so many."""

import contextlib
import sys

RESERVE = 200
"""Files that the house itself needs: database, processes, libraries."""


def raise_limit(connections: int) -> int | None:
    """Ask for room for so many connections; how many the system allows, None: any number."""
    soft, hard = limits()
    if soft is None or soft >= connections + RESERVE:
        return room(soft)
    import resource

    wanted = connections + RESERVE if hard is None else min(hard, connections + RESERVE)
    told = resource.RLIM_INFINITY if hard is None else hard
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, told))
    return room(limits()[0])


def limits() -> tuple[int | None, int | None]:
    """Files that this process may open now, and were it to ask for more; None: any number."""
    if sys.platform == "win32":
        return None, None
    import resource

    soft, hard = (
        None if limit == resource.RLIM_INFINITY else limit
        for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    return soft, hard


def room(files: int | None) -> int | None:
    """How many connections fit into a number of files."""
    return None if files is None else max(1, files - RESERVE, files // 2)
