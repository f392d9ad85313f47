"""Right: simulates memories with a version and a count of true changes, and nodes with what they saved."""

import torch
from torch import Tensor


class Memory:
    def __init__(self):
        self.version = 0
        self.content = 0

    def write(self, counted=True):
        self.version += counted
        self.content += 1


class Node:
    def __init__(self, inputs, saved):
        self.inputs = [i for i in inputs if i is not None]
        self.saved = [(m, m.version, m.content) for m in saved]


class Var:
    def __init__(self, memory, requires_grad, node=None):
        self.memory = memory
        self.requires_grad = requires_grad
        self.node = node

    @property
    def locked(self):
        return self.requires_grad and self.node is None


def outcome(program):
    names = {}
    for target, op, *operands in program[:-1]:
        args = [names[o] for o in operands]
        if op in ("parameter", "data"):
            names[target] = Var(Memory(), op == "parameter")
        elif op == "view":
            names[target] = args[0]  # one memory, one version, one history
        elif op == "detach":
            names[target] = Var(args[0].memory, False)
        elif op == "double_no_grad":
            names[target].memory.write()
        elif op == "double_data":
            names[target].memory.write(counted=False)
        elif op in ("double_", "add_", "exp_"):
            t = names[target]
            if t.locked:
                return "leaf"
            t.memory.write()
            recorded = [a for a in (t, *args) if a.requires_grad]
            if recorded:
                t.node = Node([a.node for a in recorded], [t.memory] if op == "exp_" else [])
                t.requires_grad = True
        else:
            recorded = [a for a in args if a.requires_grad]
            result = Var(Memory(), bool(recorded))
            saved = []
            if op == "exp":
                saved = [result.memory]
            elif op == "sin":
                saved = [args[0].memory]
            elif op == "mul":
                a, b = args
                saved = [b.memory] * a.requires_grad + [a.memory] * b.requires_grad
            if recorded:
                result.node = Node([a.node for a in recorded], saved)
            names[target] = result

    stack, seen, silent = [names[program[-1][0]].node], set(), False
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        for memory, version, content in node.saved:
            if memory.version != version:
                return "version"
            silent = silent or memory.content != content
        stack += node.inputs
    return "silent" if silent else "ok"


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
