"""Coverage-guided fuzzing of what the judge decodes: ``python tests/wire/fuzz_decoder.py [-runs=N] [CORPUS]``.

Needs atheris. Starts from one honest message of each kind of value, beside a corpus that is given. Anything but a value
or a ProtocolViolation (or the errors that the peer turns into one) is a finding.
"""

import sys
import tempfile
from collections import Counter, OrderedDict, defaultdict, namedtuple
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["grader.wire"]):
    import msgspec
    import numpy as np
    import torch

    from grader.wire.reader import VIOLATIONS
    from grader.wire.violation import ProtocolViolation
    from tests.wire.pair import PlainReader, PlainWriter

_decode = msgspec.msgpack.Decoder(ext_hook=None).decode
_encode = msgspec.msgpack.Encoder().encode
_BUFFERS = [torch.zeros(16, dtype=torch.uint8), torch.zeros(5000, dtype=torch.uint8)]
Pair = namedtuple("Pair", "left right")


def honest() -> list[Any]:
    """One value of each kind."""
    square = torch.arange(6.0).reshape(2, 3)
    return [
        None, True, -1, 2**70, 1.5, 1j, "a", "ü", b"b", bytearray(b"ab"), [1, "a"], [1.0] * 20, list(range(20)), (1, (2,)),
        {"a": [1]}, OrderedDict(a=1), Counter("aab"), defaultdict(list, a=[1]), {1, 2}, frozenset({1}), slice(1, None, 2),
        range(3), ..., NotImplemented, Fraction(1, 3), Decimal("1.5"), Pair(1, [2]), torch.float32, torch.device("cpu"),
        torch.Size([2]), torch.strided, torch.channels_last, torch.Generator(), square, square.t(), square[:, :2],
        square > 2, square.to(torch.bfloat16), square.to(torch.complex64), torch.empty(0, 3), torch.tensor(1),
        square.to_sparse(), square.to_sparse_csr(), torch.empty(2, device="meta"), torch.zeros(4096), square.max(0),
        np.arange(6.0).reshape(2, 3), np.asfortranarray(np.ones((2, 3))), np.array(["ab", "c"]), np.array([True]),
        np.float32(1.5), np.datetime64("2020-01-01"), np.dtype("int16"),
    ]  # fmt: skip


def write_seeds(folder: Path) -> None:
    for number, value in enumerate(honest()):
        tree = PlainWriter().write(value)
        (folder / f"{number:03}").write_bytes(_encode(tree))


def one_input(data: bytes) -> None:
    try:
        PlainReader(list(_BUFFERS)).read(_decode(data))
    except (ProtocolViolation, msgspec.DecodeError, *VIOLATIONS):
        return


def main() -> None:
    with tempfile.TemporaryDirectory() as seeds:
        write_seeds(Path(seeds))
        atheris.Setup([*sys.argv, seeds], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
