"""On what a measurement was made, in words that name no person's machine."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

from tabletier.games.kernel.compiler import JIT

CPU_INFO = Path("/proc/cpuinfo")


def processor() -> str:
    """The model of the processor, as well as the system can tell."""
    if CPU_INFO.exists():
        for line in CPU_INFO.read_text("utf-8", "replace").splitlines():
            name, _, model = line.partition(":")
            if name.strip() == "model name":
                return model.strip()
    return platform.processor() or platform.machine()


def machine() -> dict[str, str | int | bool]:
    """Processor, cores, system and the versions of what runs the games."""
    return {
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "tabletier": version("tabletier"),
        "compiled": JIT,
    }
