"""Coverage-guided fuzzing of what the judge decodes: ``python tests/wire/fuzz_decoder.py [-runs=N] [CORPUS]``.

Needs atheris. Anything but a value or a ProtocolViolation (or the errors that the peer turns into one) is a finding.
"""

import sys

import atheris

with atheris.instrument_imports(include=["grader.wire"]):
    import msgspec
    import torch

    from grader.wire import values
    from grader.wire.values import Reader
    from grader.wire.violation import ProtocolViolation
    from tests.wire.pair import NoReferences

_decode = msgspec.msgpack.Decoder().decode
_BUFFERS = [torch.zeros(16, dtype=torch.uint8), torch.zeros(5000, dtype=torch.uint8)]


def one_input(data: bytes) -> None:
    try:
        Reader(NoReferences(), list(_BUFFERS)).read(_decode(data))
    except (ProtocolViolation, msgspec.DecodeError, *values.VIOLATIONS):
        return


def main() -> None:
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
