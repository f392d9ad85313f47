"""Right: notes the time of every write, and asks at the end what was written after it was saved."""

import torch


def outcome(program):
    memory, grad, history = {}, {}, {}  # name -> number of the memory / of the tensor's cell
    cell = {}  # name -> cell; views share a cell
    honest, hidden = [], []  # (time, memory)
    saves = {}  # operation -> list of (time, memory)
    comes_from = {}  # operation -> operations

    def new_cell(mem, needs, op=None):
        c = len(memory)
        memory[c], grad[c], history[c] = mem, needs, op
        return c

    def record(time, parents, saved):
        saves[time] = [(time, m) for m in saved]
        comes_from[time] = [history[p] for p in parents if grad[p] and history[p] is not None]
        return time

    for time, step in enumerate(program):
        name, what, rest = step[0], step[1], [cell[r] for r in step[2:]]
        if what == "backward":
            start = history[cell[name]]
        elif what == "parameter":
            cell[name] = new_cell(time, True)
        elif what == "data":
            cell[name] = new_cell(time, False)
        elif what == "view":
            cell[name] = rest[0]
        elif what == "detach":
            cell[name] = new_cell(memory[rest[0]], False)
        elif what == "double_data":
            hidden.append((time, memory[cell[name]]))
        elif what == "double_no_grad":
            honest.append((time, memory[cell[name]]))
        elif what.endswith("_"):
            c = cell[name]
            if grad[c] and history[c] is None:
                return "leaf"
            honest.append((time, memory[c]))
            if grad[c] or any(grad[r] for r in rest):
                op = record(time, [c] + rest, [memory[c]] if what == "exp_" else [])
                grad[c], history[c] = True, op
        else:
            needs = any(grad[r] for r in rest)
            saved = {
                "exp": lambda: [time],
                "sin": lambda: [memory[rest[0]]],
                "mul": lambda: [memory[o] for g, o in ((rest[0], rest[1]), (rest[1], rest[0])) if grad[g]],
                "add": list,
                "clone": list,
            }[what]()
            op = record(time, rest, saved) if needs else None
            cell[name] = new_cell(time, needs, op)

    reached = set()
    todo = {start} - {None}
    while todo:
        op = todo.pop()
        reached.add(op)
        todo |= set(comes_from[op]) - reached
    kept = [s for op in reached for s in saves[op]]
    for writes, answer in ((honest, "version"), (hidden, "silent")):
        for saved_at, m in kept:
            if any(m == written and at > saved_at for at, written in writes):
                return answer
    return "ok"


def fixed_forward(x, w):
    h = torch.mm(x, w).add_(1.0)
    s = torch.sigmoid(h)
    t = torch.sin(h)
    half = h * 0.5
    t.add_(s, alpha=3.0)
    return t.mul(half).sub_(1.0)
