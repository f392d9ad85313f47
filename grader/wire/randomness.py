"""One random state for both sides, handed back and forth: for suites that were written for one process.

The generators of torch (its CPU's), NumPy and Python travel with each message after which they are others. What came is
looked through before it is believed: torch and NumPy take positions from it with which they read memory.
"""

import ctypes
import random
import struct

import numpy as np
import torch

_WORDS = 624  # of a Mersenne twister
_TORCH_HEAD = struct.Struct("<QiiQ")  # CPUGeneratorImplStateLegacy: seed, left, seeded, next
_NUMPY = struct.Struct(f"<{4 * _WORDS}sIBd")  # words, position, whether there is a second normal number, that number
_PYTHON = struct.Struct(f"<{4 * (_WORDS + 1)}sBd")  # words and position, as above


class SharedRandom:
    """One side's half. ``state`` is what the other side has."""

    def __init__(self) -> None:
        state = _state()
        if state is None:
            raise ValueError("NumPy's global generator was exchanged; a random state that is shared needs its own")
        self.state = state
        self._ended = False

    def news(self) -> bytes | None:
        """The state, where it is another one than the other side has."""
        state = self.state if self._ended else _state()
        if state is None or state == self.state:
            return None
        self.state = state
        return state

    def take(self, state: object) -> None:
        """Go on from where the other side is. Raises ValueError."""
        if self._ended:
            return
        if type(state) is not bytes or len(state) != len(self.state):
            raise ValueError("a random state is not one")
        of_python = len(state) - _PYTHON.size
        of_numpy = of_python - _NUMPY.size
        _set_torch(state[:of_numpy])
        _set_numpy(state[of_numpy:of_python])
        _set_python(state[of_python:])
        self.state = state

    def end(self) -> None:
        """From now on nothing is told, and what is heard is not heeded."""
        self._ended = True


def _state() -> bytes | None:
    """None where there is none that the other side could go on from."""
    ours = torch.default_generator.get_state()
    name, words, position, has_normal, normal = np.random.get_state(legacy=True)
    if name != "MT19937":
        return None
    _, numbers, second = random.getstate()
    return b"".join(
        (
            ctypes.string_at(ours.data_ptr(), ours.numel()),
            _NUMPY.pack(np.asarray(words, "<u4").tobytes(), position, has_normal, normal),
            _PYTHON.pack(np.array(numbers, "<u4").tobytes(), second is not None, second or 0.0),
        )
    )


def _set_torch(state: bytes) -> None:
    _, left, seeded, following = _TORCH_HEAD.unpack_from(state)
    begun = following <= _WORDS and left + following == _WORDS + 1
    if seeded != 1 or not (begun or (left, following) == (1, 0)):
        raise ValueError("a random state points beside its numbers")
    with torch._C.DisableTorchFunction():  # a default device is not meant for this
        tensor = torch.frombuffer(bytearray(state), dtype=torch.uint8)
        try:
            torch.default_generator.set_state(tensor)
        except RuntimeError as error:
            raise ValueError(f"a random state is not one: {error}") from error


def _set_numpy(state: bytes) -> None:
    words, position, has_normal, normal = _NUMPY.unpack(state)
    if position > _WORDS:
        raise ValueError("a random state points beside its numbers")
    np.random.set_state(("MT19937", np.frombuffer(words, "<u4"), position, has_normal, normal))


def _set_python(state: bytes) -> None:
    words, has_second, second = _PYTHON.unpack(state)
    numbers = tuple(np.frombuffer(words, "<u4").tolist())
    random.setstate((3, numbers, second if has_second else None))  # looks at the position itself: ValueError
