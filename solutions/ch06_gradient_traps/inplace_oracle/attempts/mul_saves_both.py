"""Wrong: lets mul save both operands as soon as one of them requires grad."""

import torch
from torch import Tensor


class Mem:
    version = 0
    content = 0


class Op:
    def __init__(self, operands, saved):
        self.before = [t.op for t in operands if t.needs and t.op is not None]
        self.saved = [(m, m.version, m.content) for m in saved]


class T:
    def __init__(self, mem, needs=False, op=None):
        self.mem, self.needs, self.op = mem, needs, op


def outcome(program):
    env = {}
    for target, kind, *names in program[:-1]:
        args = [env[n] for n in names]
        if kind in ("parameter", "data"):
            env[target] = T(Mem(), kind == "parameter")
        elif kind == "view":
            env[target] = args[0]
        elif kind == "detach":
            env[target] = T(args[0].mem)
        elif kind in ("double_no_grad", "double_data"):
            env[target].mem.content += 1
            env[target].mem.version += kind == "double_no_grad"
        elif kind in ("double_", "add_", "exp_"):
            t = env[target]
            if t.needs and t.op is None:
                return "leaf"
            t.mem.content += 1
            t.mem.version += 1
            if t.needs or any(a.needs for a in args):
                t.op = Op([t, *args], [t.mem] if kind == "exp_" else [])
                t.needs = True
        else:
            t = T(Mem(), any(a.needs for a in args))
            saved = {"exp": [t.mem], "sin": [args[0].mem], "mul": [a.mem for a in args]}.get(kind, [])
            if t.needs:
                t.op = Op(args, saved)
            env[target] = t
    ops, seen, answers = [env[program[-1][0]].op], set(), {"ok"}
    while ops:
        op = ops.pop()
        if op is not None and op not in seen:
            seen.add(op)
            for m, version, content in op.saved:
                if m.version != version:
                    answers.add("version")
                elif m.content != content:
                    answers.add("silent")
            ops.extend(op.before)
    return max(answers, key=["ok", "silent", "version"].index)


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
