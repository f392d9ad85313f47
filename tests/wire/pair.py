"""Writing and reading without a conversation, for tests of the format alone: nothing is referred to."""

import socket
from typing import Any

from torch import Tensor

from grader.wire import raw
from grader.wire.reader import Reader
from grader.wire.values import GLOBAL, NEW, OURS, TENSOR, THEIRS, Tree
from grader.wire.violation import CannotCross
from grader.wire.writer import Writer


class PlainWriter(Writer):
    def write_object(self, value: object) -> Tree:
        raise CannotCross(type(value).__name__)


def _write_tensor(writer: Writer, tensor: Tensor) -> Tree:
    return [TENSOR, raw.write_tensor(tensor, writer.buffers, writer.kept)]


PlainWriter.table = {**Writer.table, Tensor: _write_tensor}


class PlainReader(Reader):
    """Everything that is referred to is some object."""


def _read_tensor(reader: Reader, node: list[Tree]) -> Tensor:
    return raw.read_tensor(node[1], reader.buffers)


def _object(reader: Reader, node: list[Tree]) -> Any:
    return object()


PlainReader.table = [*Reader.table]
PlainReader.table[TENSOR] = PlainReader.table[NEW] = _read_tensor
PlainReader.table[THEIRS] = PlainReader.table[OURS] = PlainReader.table[GLOBAL] = _object


def socket_pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair()
