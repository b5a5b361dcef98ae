"""The pages and files for those who run a house name only what there is."""

import importlib
import json
import posixpath
import re
from pathlib import Path
from typing import Any

import pytest

from tabletier.cli.main import COMMANDS
from tabletier.server.settings import Settings

ROOT = Path(__file__).parents[2]
FILES = ["compose.yaml", "Dockerfile", "docs/deploy.md"]
BESIDE = {"TABLETIER_CONFIG", "TABLETIER_JIT"}


@pytest.mark.parametrize("name", FILES)
def test_every_setting_that_is_named_exists(name: str) -> None:
    named = set(re.findall(r"TABLETIER_[A-Z_]+[A-Z]", (ROOT / name).read_text("utf-8")))
    known = {f"TABLETIER_{field.upper()}" for field in Settings.model_fields} | BESIDE
    assert named
    assert named <= known


def test_every_command_that_is_named_exists() -> None:
    text = (ROOT / "docs/deploy.md").read_text("utf-8")
    named = set(re.findall(r"\btabletier ([a-z]+)\b(?= |`|$)", text, re.M))
    assert {"serve", "backup", "restore", "worker", "doctor"} <= named
    assert named - {"house"} <= set(COMMANDS)


def test_the_image_is_built_from_what_there_is() -> None:
    """There is no Docker here; its files are read as it reads them."""
    steps = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    allowed = {line[1:] for line in kept if line.startswith("!")}
    copied = [line.split()[1:-1] for line in steps if line.startswith("COPY ")]
    sources = {name for names in copied for name in names if not names[0].startswith("--from")}
    assert "*" in kept
    assert {"**/node_modules", "src/tabletier/server/page"} <= set(kept)
    for name in sources:
        assert (ROOT / name).exists(), name
        assert name.partition("/")[0] in allowed, name
    (page,) = (names[1] for names in copied if names[0].startswith("--from"))
    vite = (ROOT / "web/vite.config.ts").read_text("utf-8")
    found = re.search(r'outDir: "([^"]+)"', vite)
    assert found is not None
    assert page == posixpath.normpath(posixpath.join("/app/web", found[1]))
    scripts = json.loads((ROOT / "web/package.json").read_text("utf-8"))["scripts"]
    assert set(re.findall(r"npm run (\w+)", "\n".join(steps))) <= set(scripts)


def test_versions_of_the_image_are_those_that_were_tested() -> None:
    """What the Dockerfile makes of requirements/dev.txt is a file of constraints."""
    text = (ROOT / "requirements/dev.txt").read_text("utf-8")
    lines = [re.sub(r" *\\$", "", line) for line in text.splitlines() if "--hash=" not in line]
    pins = [line for line in lines if line.strip() and not line.strip().startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+(\[.*\])?==\S+( ;.*)?", pin) for pin in pins), pins
    named = {pin.partition("==")[0].lower() for pin in pins}
    assert {"fastapi", "numba", "asyncpg", "redis", "taskiq", "taskiq-redis"} <= named


def test_the_sample_runs_servers_and_workers_alike() -> None:
    yaml = importlib.import_module("yaml")  # comes with schemathesis, without types
    sample: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    services = sample["services"]
    assert set(services) == {"server", "worker", "proxy", "postgres", "redis"}
    assert services["server"]["environment"] == services["worker"]["environment"]
    for name, service in services.items():
        for config in service.get("configs", []):
            assert config["source"] in sample["configs"], name
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in sample["volumes"], name
        assert set(service.get("depends_on", [])) <= set(services), name
    settings = services["server"]["environment"]
    given: dict[str, Any] = {
        key.removeprefix("TABLETIER_").lower(): re.sub(
            r"\$\{\w+:-\}", "", re.sub(r"\$\{\w+:\?\}", 32 * "x", value)
        )
        for key, value in settings.items()
    }
    assert Settings(**given).database.startswith("postgresql+asyncpg://")
