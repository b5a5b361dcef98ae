"""What holds for every test: how hard Hypothesis tries, Ctrl-C, the collector, and skipped tests.

`TABLETIER_FORBID_SKIPS=1` fails a run that skipped a test, so that a machine which lacks something
cannot pass by not looking.
"""

import gc
import os
import signal

import pytest
from hypothesis import settings

os.environ.setdefault("TABLETIER_QUIET", "1")  # how long compiling takes must decide no test

settings.register_profile("dev", deadline=None)  # the first call of a rule compiles it
settings.register_profile("ci", deadline=None, max_examples=300, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so begins what a shell runs behind itself
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests press Ctrl-C in their children


@pytest.hookimpl(optionalhook=True)  # there is no such hook without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: tests of the house wait for sockets and processes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) * 3 // 2


def pytest_collection_finish() -> None:
    """All modules and thousands of tests stay to the end: nobody need look for them as rubbish."""
    gc.collect()
    gc.freeze()


def _forbidden_skips(config: pytest.Config) -> int:
    """How many tests were skipped in this run although skipping is forbidden."""
    if os.environ.get("TABLETIER_FORBID_SKIPS") != "1":
        return 0
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", ())) if reporter else 0


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _forbidden_skips(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    skipped = _forbidden_skips(config)
    if skipped:
        terminalreporter.write_line(
            f"TABLETIER_FORBID_SKIPS is 1, and {skipped} skipped: this run has failed.", red=True
        )
