"""What docs/environments.md shows can be typed as it stands; missing extras are named."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from tabletier.games.kernel.extras import install_line

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_its_examples_run() -> None:
    text = PAGE.read_text("utf-8")
    tests = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(tests.examples) > 15
    runner = doctest.DocTestRunner()
    runner.run(tests)
    assert runner.summarize().failed == 0


@pytest.mark.parametrize(
    ("adapter", "library", "extra"),
    [
        ("pettingzoo", "pettingzoo", "rl"),
        ("gymnasium", "gymnasium", "rl"),
        ("openspiel", "pyspiel", "peers"),
        ("vector.gym", "gymnasium", "rl"),
    ],
)
def test_without_its_library_an_adapter_says_what_to_install(
    adapter: str, library: str, extra: str
) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import tabletier.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert install_line(extra).en in done.stderr.splitlines()[-1]
