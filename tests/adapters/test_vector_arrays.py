"""Arrays for a GPU, with a CuPy that is NumPy: what is asked of the library, without a GPU.

On an H200 `python -m benchmarks.vector_speed --device cuda` compares all that is written with the
processor, with torch's arrays; `--arrays cupy` does the same with CuPy's.
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tabletier as tt
from tabletier.adapters import vector
from tabletier.adapters.vector.cuda import CupyArrays, check_whole, library
from tabletier.adapters.vector.rows import allocate


class Array(np.ndarray):
    """An array that says where it is, as CuPy's do."""

    def get(self) -> Any:
        """A copy for NumPy."""
        return np.array(self)


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A stand-in, where torch is not installed."""
    fake: Any = ModuleType("cupy")
    fake.zeros = lambda shape, dtype: np.zeros(shape, dtype).view(Array)
    fake.asarray = np.asarray
    fake.cuda = SimpleNamespace(get_current_stream=lambda: SimpleNamespace(ptr=7))
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "cupy", fake)
    return fake  # type: ignore[no-any-return] # a module that was made here


@pytest.mark.usefixtures("cupy")
def test_without_torch_the_arrays_are_cupys() -> None:
    arrays = library()
    assert isinstance(arrays, CupyArrays)
    assert arrays.stream == 7
    seeds = arrays.new((3,), "int64")
    arrays.copy(seeds, [1, 2, 3])
    assert arrays.to_host(seeds).tolist() == [1, 2, 3]
    states = arrays.columns((5, 2), "int64")
    assert states.shape == (5, 2)
    assert states.strides == (8, 40), "neighbouring threads read neighbouring words"


@pytest.mark.usefixtures("cupy")
def test_rows_are_shaped_as_on_the_processor() -> None:
    ours = vector.make(tt.games()[0], num_envs=4, seed=1)
    arrays = library()
    rows = allocate(arrays.new, arrays.as_bytes, 4, ours._sizes, final=True)
    for name, theirs in rows._asdict().items():
        mine = getattr(ours._rows, name)
        assert (theirs.shape, theirs.dtype) == (mine.shape, mine.dtype), name
    rows.plane_words[:] = -1
    assert (rows.planes == -1).all(), "bytes and words are one memory"


def test_without_either_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch", "cupy"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(tt.NotAllowed, match="torch or cupy"):
        library()


@pytest.mark.parametrize("kind", ["float32", "torch.float16", "bool", "torch.bool", "complex64"])
def test_actions_that_are_no_whole_numbers_are_refused(kind: str) -> None:
    with pytest.raises(tt.BadOption, match=f"Actions are whole numbers, not {kind}"):
        check_whole(SimpleNamespace(shape=(4,), dtype=kind), 4)


@pytest.mark.parametrize("kind", ["int64", "torch.int64", "uint8", "torch.int32"])
def test_whole_numbers_of_any_width_will_do_but_one_for_each_match(kind: str) -> None:
    check_whole(SimpleNamespace(shape=(4,), dtype=kind), 4)
    with pytest.raises(tt.BadOption, match=r"Expected 4 actions, one a match, not .* \(3,\)"):
        check_whole(SimpleNamespace(shape=(3,), dtype=kind), 4)
