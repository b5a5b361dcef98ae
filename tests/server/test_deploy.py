"""The pages and files for those who run a house name only what there is."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from tabletier.cli.house import COMMANDS
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


def test_the_sample_runs_servers_and_workers_alike() -> None:
    yaml = importlib.import_module("yaml")  # comes with schemathesis, without types
    sample: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    services = sample["services"]
    assert set(services) == {"server", "worker", "proxy", "postgres", "redis"}
    assert services["server"]["environment"] == services["worker"]["environment"]
    settings = services["server"]["environment"]
    given: dict[str, Any] = {
        key.removeprefix("TABLETIER_").lower(): re.sub(r"\$\{\w+:\?\}", "x", value)
        for key, value in settings.items()
    }
    assert Settings(**given).database.startswith("postgresql+asyncpg://")
