"""Two ends of the wire in one process, for tests of the format alone."""

import socket
from typing import Any

from torch import Tensor

from grader.wire.values import Reader, Tree, Writer
from grader.wire.violation import CannotCross


class NoReferences:
    """Values only: nothing is referred to."""

    def write_tensor(self, tensor: Tensor, writer: Writer) -> Tree:
        from grader.wire import raw
        from grader.wire.values import TENSOR

        return [TENSOR, raw.write_tensor(tensor, writer.buffers, writer.kept)]

    def read_tensor(self, node: list[Tree], reader: Reader) -> Tensor:
        from grader.wire import raw

        return raw.read_tensor(node[1], reader.buffers)

    def write_object(self, value: object, writer: Writer) -> Tree:
        raise CannotCross(type(value).__name__)

    def read_theirs(self, node: list[Tree], reader: Reader) -> Any:
        return object()

    def read_ours(self, node: list[Tree], reader: Reader) -> Any:
        return object()

    def read_global(self, node: list[Tree], reader: Reader) -> Any:
        return object()


def socket_pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair()
