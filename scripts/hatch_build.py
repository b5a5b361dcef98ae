"""Whoever builds a package of a plain clone gets the page with it, or is told why not.

Hatchling calls this before it packs (`[tool.hatch.build.hooks.custom]` in pyproject.toml). An
editable install, which is what make sets up, has the page built by make.
"""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/tabletier/server/page/index.html"
SOURCES = ("src", "public", "index.html", "package-lock.json")


class PageMissing(RuntimeError):
    """The page could not be built, so there is no package: a house without a page is no house."""


class PageBuilder(BuildHookInterface[Any]):
    """Builds the page before it is packed, if it is not there or older than its sources."""

    def initialize(self, version: str, _: dict[str, Any]) -> None:
        """Called before a package is built; `version` is "editable" for a development install."""
        root = Path(self.root)
        if version == "editable" or not is_stale(root):
            return
        self.app.display_waiting("Building the page (npm ci, npm run build)")
        for words in (["ci", "--loglevel=error"], ["run", "build", "--", "--logLevel", "warn"]):
            run_npm(root, words)
        if not (root / PAGE).is_file():
            raise PageMissing(f"npm run build has not written {PAGE}.")


def is_stale(root: Path) -> bool:
    """Whether the page must be built. A source distribution brings it, without its sources."""
    page, web = root / PAGE, root / "web"
    if not page.is_file():
        return True
    files = [path for name in SOURCES for path in (web / name, *(web / name).rglob("*"))]
    return any(path.is_file() and path.stat().st_mtime > page.stat().st_mtime for path in files)


def run_npm(root: Path, words: list[str]) -> None:
    """Run npm in web/. Raises PageMissing with what to do."""
    way_on = "Install Node 20.19 or newer with npm 11, or run `make page` first, and build again."
    try:
        made = subprocess.run(
            [str(root / "scripts/npm"), *words],
            cwd=root / "web",
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise PageMissing(f"The page could not be built ({error}). {way_on}") from error
    if made.returncode:
        told = (made.stderr or made.stdout).strip()[-2000:]
        raise PageMissing(f"The page could not be built: npm {' '.join(words)}: {told}\n{way_on}")
