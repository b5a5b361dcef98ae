"""A run in which skipping is forbidden fails when something was skipped, and only then."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SKIPS_A_TEST = "import pytest\ndef test_a(): pytest.skip('no server')\n"
SKIPS_A_MODULE = "import pytest\npytest.importorskip('no_such_module')\n"
SKIPS_NOTHING = "def test_a(): pass\n"


def run_pytest(folder: Path, *sources: str, forbid: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "pytest.ini").write_text("[pytest]\n")
    for number, source in enumerate(sources):
        (folder / f"test_{number}.py").write_text(source)
    return subprocess.run(  # with a worker, as `make test`: the skip happens in another process
        [sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider"],
        cwd=folder,
        env=os.environ | {"TABLETIER_FORBID_SKIPS": forbid},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_skipped_test_or_module_fails_the_run_where_skipping_is_forbidden(tmp_path: Path) -> None:
    run = run_pytest(tmp_path, SKIPS_A_TEST, SKIPS_A_MODULE, SKIPS_NOTHING, forbid="1")
    assert run.returncode == 1
    assert "TABLETIER_FORBID_SKIPS is 1, and 2 skipped: this run has failed." in run.stdout


def test_a_run_without_skips_passes_where_skipping_is_forbidden(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, SKIPS_NOTHING, forbid="1").returncode == 0


def test_a_skip_is_fine_elsewhere(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, SKIPS_A_TEST, SKIPS_NOTHING, forbid="").returncode == 0
