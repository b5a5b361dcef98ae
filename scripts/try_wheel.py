"""Build the wheel, install it into empty environments, play there and open the house there.

    python -m scripts.try_wheel

What `pip install tabletier` gives is tried, not what lies in this folder: rules and terminal from
the base, the sentence that says what the house needs, then the house and its page with `[serve]`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

ROOT = Path(__file__).resolve().parent.parent
UV = str(ROOT / "scripts" / "uv")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
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
    tested = folder / "tested.txt"
    tested.write_text(re.sub(r" \\\n +--hash=\S+", "", locked))
    what = f"{wheel}[{extra}]" if extra else str(wheel)
    python = str(folder / "bin/python")
    run(UV, "--quiet", "pip", "install", "--python", python, "--constraint", str(tested), what)
    return folder / "bin"


def try_base(bin_folder: Path, home: Path) -> None:
    """Rules, records and terminal work; the house says what it needs."""
    kept = {"TABLETIER_DATA_DIR": str(home), "TABLETIER_JIT": "0"}
    print(run(str(bin_folder / "python"), "-c", GAME, env=kept), end="")
    command = str(bin_folder / "tabletier")
    run(command, "games", env=kept)
    run(command, "doctor", env=kept)
    said = run(command, code=2, env=kept)
    if "pip install 'tabletier[serve]'" not in said or len(said.splitlines()) != 1:
        raise WheelFailed(f"Without [serve], tabletier should say what it needs in a line: {said}")


def try_house(bin_folder: Path, home: Path) -> None:
    """The house opens, gives its page, and a guest opens a table."""
    words = [str(bin_folder / "tabletier"), "serve", "--port", "0"]
    env = alone() | {"TABLETIER_DATA_DIR": str(home), "TABLETIER_JIT": "0"}
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            found = ADDRESS.search(house.stdout.readline())
            if found is None:
                raise WheelFailed("tabletier serve did not say its address.")
            try_page(found[0])
        finally:
            house.terminate()


def try_page(address: str) -> None:
    """The page is there, and a guest plays a move at a table of two at one screen."""
    with urlopen(f"{address}/") as page:
        if b"<script" not in page.read():
            raise WheelFailed("The house gave no page.")
    guest = build_opener(HTTPCookieProcessor())

    def ask(path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Origin": address}
        request = Request(f"{address}/api/v1/{path}", json.dumps(body).encode(), headers)
        with guest.open(request) as answer:
            return json.load(answer)

    ask("me", {"name": "Wheel", "language": "en"})
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
            try_base(install(folder / "env", wheel), folder / "home")
            try_house(install(folder / "env", wheel, "serve"), folder / "home")
        except (WheelFailed, OSError) as error:
            print(error, file=sys.stderr)
            return 1
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
