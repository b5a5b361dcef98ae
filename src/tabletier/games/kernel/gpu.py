"""Where the GPU is reached from: `numba.cuda`, or a sentence that says what is missing."""

from importlib import import_module
from typing import Any

import numpy as np

from tabletier.games.kernel.errors import NotAllowed
from tabletier.games.kernel.extras import install_line
from tabletier.games.kernel.text import Text


def driver() -> Any:
    """`numba.cuda`. Raises NotAllowed where it is not installed or finds no GPU."""
    for old, new in (("row_stack", np.vstack), ("in1d", np.isin)):
        if not hasattr(np, old):  # numba-cuda 0.30 asks for them when it is imported
            setattr(np, old, new)
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        line = install_line("gpu")
        raise NotAllowed(
            Text(f"Il faut numba-cuda : {line.fr}.", f"numba-cuda is needed: {line.en}.")
        ) from None
    if not cuda.is_available():
        raise NotAllowed(_NO_GPU)
    return cuda


_NO_GPU = Text(
    'numba-cuda ne trouve aucun GPU NVIDIA ici ; device="cpu" joue sur le processeur.',
    'numba-cuda finds no NVIDIA GPU here; device="cpu" plays on the processor.',
)
