"""Build the wheel, install it into empty environments, play there and open the house there.

    python -m scripts.try_wheel

What `pip install tabletier` gives is tried, not what lies in this folder: rules and terminal, and
`tabletier` without another word opens the house with its page; then the same by `uvx` and with
`[serve]`, which adds what a house for others wants.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
"""Where a wheel is left that has been tried."""
UV = str(ROOT / "scripts" / "uv")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
TESTED = "tested.txt"
"""In an environment: the versions that were tested, as constraints."""
GAME = """
import tabletier as tt
for key in tt.games():
    match = tt.new(key, seed="wheel")
    for _ in range(12):
        if match.to_move is None:
            break
        match = match.play(match.legal_moves()[0])
    assert tt.load(match.record()).moves == match.moves
    print(key, len(match.moves))
"""


class WheelFailed(Exception):
    """Something that whoever installs the wheel would meet."""


def run(*words: str, code: int = 0, env: dict[str, str] | None = None) -> str:
    """Run a command and return what it said. Raises WheelFailed on another exit code."""
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, env=alone() | (env or {})
    )
    if done.returncode != code:
        said = f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
        raise WheelFailed(f"{' '.join(words)}: exit {done.returncode}, expected {code}\n{said}")
    return done.stdout + done.stderr


def alone() -> dict[str, str]:
    """The environment without anything that points to this folder."""
    left_out = ("PYTHONPATH", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | {"TABLETIER_LANG": "en", "LANG": "C.UTF-8"}


def build(folder: Path) -> Path:
    """The wheel, built as a packager would; it must hold the page and the rule sheets."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (wheel,) = folder.glob("tabletier-*.whl")
    names = run(sys.executable, "-m", "zipfile", "-l", str(wheel))
    for needed in ("server/page/index.html", "_sheets/punto.fr.md", "py.typed", "box.json"):
        if needed not in names:
            raise WheelFailed(f"{wheel.name} lacks {needed}.")
    return wheel


def install(folder: Path, wheel: Path, extra: str = "") -> Path:
    """An environment of its own with the wheel in it, in the versions that were tested."""
    if not folder.exists():
        run(UV, "--quiet", "venv", "--python", sys.executable, str(folder))
    locked = (ROOT / "requirements/base.txt").read_text()
    tested = folder / TESTED
    tested.write_text(re.sub(r" \\\n +--hash=\S+", "", locked))
    what = f"{wheel}[{extra}]" if extra else str(wheel)
    python = str(folder / "bin/python")
    run(UV, "--quiet", "pip", "install", "--python", python, "--constraint", str(tested), what)
    return folder / "bin"


def try_base(bin_folder: Path, home: Path) -> None:
    """Rules, records and terminal work; what an extra brings is named with it."""
    kept = {"TABLETIER_DATA_DIR": str(home), "TABLETIER_JIT": "0"}
    print(run(str(bin_folder / "python"), "-c", GAME, env=kept), end="")
    command = str(bin_folder / "tabletier")
    run(command, "games", env=kept)
    run(command, "doctor", env=kept)
    wanted = ["dataset", "punto", "1", "1", "--games", "2", "--to", str(home / "data")]
    said = run(command, *wanted, code=2, env=kept)
    if "pip install 'tabletier[data]'" not in said or len(said.splitlines()) != 1:
        raise WheelFailed(f"Without [data], tabletier should say what it needs in a line: {said}")


def try_house(home: Path, pushes: bool, *words: str) -> None:
    """A command without another word opens the house; it has its page, and a guest plays there."""
    env = alone() | {
        "TABLETIER_DATA_DIR": str(home),
        "TABLETIER_JIT": "0",
        "TABLETIER_PORT": "0",
    }
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            found = ADDRESS.search(house.stdout.readline())
            if found is None:
                raise WheelFailed(f"{' '.join(words)} did not say its address.")
            try_page(found[0], pushes)
        finally:
            house.terminate()


def try_page(address: str, pushes: bool) -> None:
    """The page is there, and a guest plays a move at a table of two at one screen.

    `pushes`: whether browsers can be notified, which needs `[serve]`.
    """
    with urlopen(f"{address}/") as page:
        if b"<script" not in page.read():
            raise WheelFailed("The house gave no page.")
    guest = build_opener(HTTPCookieProcessor())

    def ask(path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Content-Type": "application/json", "Origin": address}
        sent = None if body is None else json.dumps(body).encode()
        request = Request(f"{address}/api/v1/{path}", sent, headers)
        with guest.open(request) as answer:
            return json.load(answer)

    ask("me", {"name": "Wheel", "language": "en"})
    if bool(ask("me/notices")["push_key"]) != pushes:
        raise WheelFailed(f"Browsers can{'not' if pushes else ''} be notified here.")
    table = ask("tables", {"game": "expion", "seats": ["me", "me"]})
    orders = f"tables/{table['id']}/orders"
    if table["position"] is None:
        ask(orders, {"do": "start"})
    print("played:", ask(orders, {"do": "move", "move": "e9-e6", "ply": 0}))


def main() -> int:
    """Build, install, try; the exit code says whether all went well."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            wheel = build(folder / "dist")
            print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
            bare = install(folder / "env", wheel)
            try_base(bare, folder / "home")
            try_house(folder / "home", False, str(bare / "tabletier"))
            tested = ("--constraints", str(folder / "env" / TESTED), "--python", sys.executable)
            uvx = (UV, "--quiet", "tool", "run", *tested, "--from", str(wheel), "tabletier")
            try_house(folder / "home", False, *uvx)
            full = install(folder / "env", wheel, "serve")
            try_house(folder / "home", True, str(full / "tabletier"))
            DIST.mkdir(exist_ok=True)
            shutil.copy(wheel, DIST)
        except (WheelFailed, OSError) as error:
            print(error, file=sys.stderr)
            return 1
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
