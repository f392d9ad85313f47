"""Right: a machine with one method for each step, dicts for tensors, and a recursive look back with a memo."""

import torch


class Refused(Exception):
    pass


class Machine:
    def __init__(self):
        self.env = {}

    def fresh(self, needs):
        return {"mem": {"version": 0, "state": 0}, "needs": needs, "op": None}

    def do(self, step):
        method = getattr(self, "do_" + step[1])
        return method(step[0], *[self.env[name] for name in step[2:]])

    def do_parameter(self, name):
        self.env[name] = self.fresh(True)

    def do_data(self, name):
        self.env[name] = self.fresh(False)

    def result(self, name, operands, saved):
        out = self.fresh(any(o["needs"] for o in operands))
        if out["needs"]:
            out["op"] = self.make_op(operands, saved(out))
        self.env[name] = out

    def make_op(self, operands, saved):
        before = [o["op"] for o in operands if o["needs"] and o["op"] is not None]
        return {"before": before, "saved": [(m, m["version"], m["state"]) for m in saved]}

    def do_exp(self, name, a):
        self.result(name, [a], lambda out: [out["mem"]])

    def do_sin(self, name, a):
        self.result(name, [a], lambda out: [a["mem"]])

    def do_mul(self, name, a, b):
        def saved(out):
            keep = []
            if a["needs"]:
                keep.append(b["mem"])
            if b["needs"]:
                keep.append(a["mem"])
            return keep

        self.result(name, [a, b], saved)

    def do_add(self, name, a, b):
        self.result(name, [a, b], lambda out: [])

    def do_clone(self, name, a):
        self.result(name, [a], lambda out: [])

    def do_view(self, name, a):
        self.env[name] = a

    def do_detach(self, name, a):
        self.env[name] = {"mem": a["mem"], "needs": False, "op": None}

    def write(self, name, others=(), save=False):
        t = self.env[name]
        if t["needs"] and t["op"] is None:
            raise Refused
        t["mem"]["version"] += 1
        t["mem"]["state"] += 1
        operands = [t, *others]
        if any(o["needs"] for o in operands):
            t["op"] = self.make_op(operands, [t["mem"]] if save else [])
            t["needs"] = True

    def do_double_(self, name):
        self.write(name)

    def do_add_(self, name, b):
        self.write(name, [b])

    def do_exp_(self, name):
        self.write(name, save=True)

    def do_double_no_grad(self, name):
        self.env[name]["mem"]["version"] += 1
        self.env[name]["mem"]["state"] += 1

    def do_double_data(self, name):
        self.env[name]["mem"]["state"] += 1

    def do_backward(self, name):
        problems = set()
        done = []

        def visit(op):
            if op is None or any(op is d for d in done):
                return
            done.append(op)
            for m, version, state in op["saved"]:
                if m["version"] != version:
                    problems.add("version")
                elif m["state"] != state:
                    problems.add("silent")
            for other in op["before"]:
                visit(other)

        visit(self.env[name]["op"])
        for problem in ("version", "silent"):
            if problem in problems:
                return problem
        return "ok"


def outcome(program):
    machine = Machine()
    try:
        for step in program:
            answer = machine.do(step)
    except Refused:
        return "leaf"
    return answer


def fixed_forward(x, w):
    h = torch.matmul(x, w)
    h += 1.0
    s = 3.0 * torch.sigmoid(h)
    t = torch.sin(h)
    h_half = h / 2
    t += s
    out = t * h_half
    out -= 1.0
    return out
