"""Running a few lines of Python in a process of their own, with settings of their own."""

import os
import subprocess
import sys
from pathlib import Path

import tabletier

SOURCES = Path(tabletier.__file__).parents[1]
CLEARED = ("TABLETIER_JIT", "TABLETIER_BOX_DIR")


def run_python(code: str, sources: Path = SOURCES, **settings: str) -> str:
    """What the lines print; `sources` is the folder that `tabletier` is imported from."""
    kept = {key: value for key, value in os.environ.items() if key not in CLEARED}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**kept, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout
