"""What in-place operations do to a backward, foretold without running it; and one function repaired."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import torch
from torch import Tensor

Step = tuple[str, ...]


@dataclass
class Memory:
    """Values that several tensors may share."""

    version: int = 0
    edits: int = 0  # writes that the version does not count


class Node:
    """An operation that backward visits; saved: memories, as they were when it ran."""

    def __init__(self, *inputs: "Node") -> None:
        self.inputs = inputs
        self.saved: list[tuple[Memory, int, int]] = []

    def save(self, memory: Memory) -> None:
        self.saved.append((memory, memory.version, memory.edits))


@dataclass
class Variable:
    """A tensor; a view is the same Variable under another name."""

    memory: Memory = field(default_factory=Memory)
    node: Node | None = None
    parameter: bool = False


class Oracle:
    def outcome(self, program: list[Step]) -> Literal["ok", "leaf", "version", "silent"]:
        names: dict[str, Variable] = {}
        for target, operation, *operands in program[:-1]:
            arguments = [names[name] for name in operands]
            if operation == "parameter":
                names[target] = Variable(node=Node(), parameter=True)
            elif operation in ("data", "exp", "sin", "mul", "add", "clone"):
                names[target] = self.compute(operation, arguments)
            elif operation in ("view", "detach"):
                names[target] = self.share(operation, *arguments)
            elif names[target].parameter and self.is_refused(operation):
                return "leaf"
            else:
                self.write(names[target], operation, arguments)
        return self.backward(names[program[-1][0]])

    def compute(self, operation: str, arguments: list[Variable]) -> Variable:
        result = Variable(node=self.record(arguments))
        if result.node:
            for variable in self.needed(operation, result, arguments):
                result.node.save(variable.memory)
        return result

    def needed(self, operation: str, result: Variable, arguments: list[Variable]) -> list[Variable]:
        """What the slopes are computed from."""
        if operation == "exp":
            return [result]
        if operation == "sin":
            return arguments
        if operation == "mul":
            return [other for factor, other in zip(arguments, reversed(arguments), strict=True) if factor.node]
        return []

    def share(self, operation: str, source: Variable) -> Variable:
        return source if operation == "view" else Variable(source.memory)

    def is_refused(self, operation: str) -> bool:
        """Whether a parameter may not be written into in this way."""
        return operation not in ("double_no_grad", "double_data")

    def write(self, variable: Variable, operation: str, arguments: list[Variable]) -> None:
        if operation == "double_data":
            variable.memory.edits += 1
            return
        variable.memory.version += 1
        if operation != "double_no_grad":
            variable.node = self.record([variable, *arguments])
        if operation == "exp_" and variable.node:
            variable.node.save(variable.memory)

    def record(self, arguments: list[Variable]) -> Node | None:
        inputs = [variable.node for variable in arguments if variable.node]
        return Node(*inputs) if inputs else None

    def backward(self, root: Variable) -> Literal["ok", "version", "silent"]:
        saved = [save for node in self.reachable(root.node) for save in node.saved]
        if any(memory.version != version for memory, version, _ in saved):
            return "version"
        return "silent" if any(memory.edits != edits for memory, _, edits in saved) else "ok"

    def reachable(self, root: Node | None) -> Iterable[Node]:
        found: dict[int, Node] = {}
        stack = [root] if root else []
        while stack:
            node = stack.pop()
            if id(node) not in found:
                found[id(node)] = node
                stack.extend(node.inputs)
        return found.values()


def outcome(program: list[Step]) -> Literal["ok", "leaf", "version", "silent"]:
    return Oracle().outcome(program)


def fixed_forward(x: Tensor, w: Tensor) -> Tensor:
    h = x @ w
    h += 1.0
    s = torch.sigmoid(h)
    s = s * 3.0
    t = torch.sin(h)
    h = h * 0.5
    t += s
    out = t * h
    out -= 1.0
    return out
