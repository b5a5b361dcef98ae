"""The same on an NVIDIA GPU: one thread a match, and arrays that never leave the device.

The arrays are torch tensors where torch is installed, else CuPy's: both are seen by others without
a copy (`__dlpack__`, `__cuda_array_interface__`). Everything is queued on the stream that torch (or
CuPy) uses at the moment of the call, in order with whatever else is queued there.
"""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletier.adapters.vector.env import VectorGames, whole, wrong_shape
from tabletier.adapters.vector.rows import RowArrays, allocate
from tabletier.games.kernel.errors import BadOption, NotAllowed
from tabletier.games.kernel.gpu import driver
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.text import Text

KERNELS = "tabletier.adapters.vector.kernels"
BLOCK = 128
"""Threads that share a multiprocessor's registers; more would not have enough of them."""


class TorchArrays:
    """Arrays on the GPU as torch has them."""

    def __init__(self) -> None:
        self._torch: Any = import_module("torch")

    def new(self, shape: tuple[int, ...], dtype: str) -> Any:
        """An array of 0; of two dimensions, neighbours in a column are neighbours in memory."""
        kind = getattr(self._torch, dtype)
        return self._torch.zeros(shape, dtype=kind, device="cuda")

    def columns(self, shape: tuple[int, int], dtype: str) -> Any:
        """An array of 0 whose columns are whole in memory: neighbouring threads read at once."""
        return self.new(shape[::-1], dtype).T

    def as_bytes(self, words: Any) -> Any:
        """The bytes of int64 words."""
        return words.view(self._torch.int8)

    def copy(self, target: Any, values: Any) -> None:
        """Write values, from wherever they are, into an array."""
        target.copy_(self._torch.as_tensor(values))

    def to_host(self, array: Any) -> Any:
        """A copy for NumPy."""
        return array.cpu().numpy()

    @property
    def stream(self) -> int:
        """The stream that torch uses now."""
        return int(self._torch.cuda.current_stream().cuda_stream)


class CupyArrays:
    """Arrays on the GPU as CuPy has them."""

    def __init__(self) -> None:
        self._cupy: Any = import_module("cupy")

    def new(self, shape: tuple[int, ...], dtype: str) -> Any:
        """An array of 0."""
        return self._cupy.zeros(shape, dtype)

    def columns(self, shape: tuple[int, int], dtype: str) -> Any:
        """An array of 0 whose columns are whole in memory: neighbouring threads read at once."""
        return self.new(shape[::-1], dtype).T

    def as_bytes(self, words: Any) -> Any:
        """The bytes of int64 words."""
        return words.view("int8")

    def copy(self, target: Any, values: Any) -> None:
        """Write values, from wherever they are, into an array."""
        target[...] = self._cupy.asarray(values)

    def to_host(self, array: Any) -> Any:
        """A copy for NumPy."""
        return array.get()

    @property
    def stream(self) -> int:
        """The stream that CuPy uses now."""
        return int(self._cupy.cuda.get_current_stream().ptr)


def library() -> TorchArrays | CupyArrays:
    """Where arrays come from. Raises NotAllowed where there is neither torch nor CuPy."""
    try:
        return TorchArrays()
    except ImportError:
        pass
    try:
        return CupyArrays()
    except ImportError:
        raise NotAllowed(_NO_ARRAYS) from None


class CudaGames(VectorGames):
    """N matches of one game on a GPU, each a row of every array; all step at once.

    Seeds give the same matches as on the processor, state by state.
    """

    device = "cuda"

    def __init__(
        self,
        game: str,
        options: Any = None,
        num_envs: int = 1024,
        *,
        seed: int | None = None,
        final_obs: bool = True,
    ) -> None:
        self._cuda = driver()
        self._library = library()
        super().__init__(game, options, num_envs, seed=seed, threads=1, final_obs=final_obs)
        if not hasattr(self._game.rules, "random_move"):
            raise NotAllowed(_NO_RANDOM_MOVE)
        self._kernels = specialise(KERNELS, self._game)
        as_array = self._cuda.as_cuda_array
        self._device_rows = RowArrays(*(as_array(array) for array in self._rows))
        self._chosen = self._library.new((num_envs,), "int64")
        self._sampled = self._library.new((num_envs,), "int64")
        self._device_chosen, self._device_sampled = map(as_array, (self._chosen, self._sampled))

    def _allocate(self, final: bool) -> RowArrays:
        arrays, size = self._library, self._sizes
        rows = allocate(arrays.new, arrays.as_bytes, self.num_envs, size, final=final)
        return rows._replace(states=arrays.columns((self.num_envs, size.states), "int64"))

    def _falses(self) -> Any:
        return self._library.new((self.num_envs,), "bool")

    def _set_seeds(self, seeds: NDArray[np.int64]) -> None:
        for array, values in (
            (self._rows.seeds, seeds),
            (self._rows.draws, np.zeros_like(seeds)),
            (self._rows.samples, np.zeros_like(seeds)),
        ):
            self._library.copy(array, values)

    def sample(self) -> Any:
        """A legal action for every row, uniform at random; the next call overwrites it."""
        self._check_begun()
        self._launch("sample_rows", self._device_sampled)
        return self._sampled

    def states(self) -> NDArray[np.int64]:
        """The states as rows of integers, for comparing two environments."""
        copied: NDArray[np.int64] = self._library.to_host(self._rows.states)
        return copied

    def _begin(self) -> None:
        self._launch("begin_rows")

    def _step(self, actions: Any) -> None:
        if not hasattr(actions, "shape"):
            actions = whole(actions, self.num_envs)
        check_whole(actions, self.num_envs)
        if actions is self._sampled:
            self._launch("step_rows", self._device_sampled)
        else:
            self._library.copy(self._chosen, actions)
            self._launch("step_rows", self._device_chosen)

    def _launch(self, name: str, *arrays: Any) -> None:
        """Queue a kernel over all rows on the stream that is in use."""
        kernel, address = getattr(self._kernels, name), self._library.stream
        stream = self._cuda.external_stream(address) if address else self._cuda.default_stream()
        blocks = (self.num_envs + BLOCK - 1) // BLOCK
        kernel[blocks, BLOCK, stream](self._start, self._device_rows, *arrays)


def check_whole(actions: Any, count: int) -> None:
    """An array of any library must hold whole numbers, one a match. Raises BadOption."""
    shape, kind = tuple(actions.shape), str(actions.dtype)
    if shape != (count,):
        raise BadOption(wrong_shape(shape, count))
    if "int" not in kind:  # it would be cut down to whole numbers without a word
        raise BadOption(
            Text(
                f"Les actions sont des nombres entiers, pas {kind}.",
                f"Actions are whole numbers, not {kind}.",
            )
        )


_NO_ARRAYS = Text(
    "Les tableaux du GPU demandent torch ou cupy : installez l’un des deux.",
    "Arrays on the GPU need torch or cupy: install one of them.",
)
_NO_RANDOM_MOVE = Text(
    "Sur un GPU, un jeu doit avoir random_move dans ses règles.",
    "On a GPU a game needs random_move in its rules.",
)
