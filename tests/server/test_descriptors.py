"""The limit of open files: raised at the start as far as the system lets one."""

import subprocess
import sys

import pytest

from tabletier.server.limits import RESERVE, room

if sys.platform == "win32":
    pytest.skip("Windows has no such limit", allow_module_level=True)

TRY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (300, int(sys.argv[1])))
from tabletier.server.limits import raise_limit
print(raise_limit(int(sys.argv[2])), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def raised(hard: int, connections: int) -> list[int]:
    """In a process that may open 300 files: room for connections, then both limits."""
    tried = [sys.executable, "-c", TRY, str(hard), str(connections)]
    said = subprocess.run(tried, check=True, capture_output=True, text=True).stdout
    return [int(number) for number in said.split()]


def test_it_is_raised_as_far_as_connections_need() -> None:
    assert raised(900, 600) == [600, 600 + RESERVE, 900]


def test_it_is_raised_no_further_than_allowed_and_says_what_fits() -> None:
    assert raised(500, 600) == [500 - RESERVE, 500, 500]


def test_what_is_enough_stays() -> None:
    assert raised(900, 50) == [room(300), 300, 900]


def test_a_few_files_hold_half_as_many_connections() -> None:
    assert (room(None), room(RESERVE), room(1)) == (None, RESERVE // 2, 1)
