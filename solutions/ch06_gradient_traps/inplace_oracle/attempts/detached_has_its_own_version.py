"""Wrong: gives a detached tensor a version of its own, so that honest writes through it look silent."""

import torch
from torch import Tensor


def outcome(program):
    env = {}

    def op(inputs, saved):
        return {"in": [i["op"] for i in inputs if i["rg"]], "saved": [(s, s["v"][0], s["c"][0]) for s in saved]}

    for target, what, *names in program[:-1]:
        args = [env[n] for n in names]
        if what == "parameter" or what == "data":
            env[target] = {"rg": what == "parameter", "op": None, "v": [0], "c": [0]}
        elif what == "view":
            env[target] = args[0]
        elif what == "detach":
            env[target] = {"rg": False, "op": None, "v": [0], "c": args[0]["c"]}
        elif what in ("exp", "sin", "mul", "add", "clone"):
            new = {"rg": any(a["rg"] for a in args), "op": None, "v": [0], "c": [0]}
            if new["rg"]:
                saved = []
                if what == "exp":
                    saved = [new]
                if what == "sin":
                    saved = [args[0]]
                if what == "mul":
                    saved = [args[1]] * args[0]["rg"] + [args[0]] * args[1]["rg"]
                new["op"] = op(args, saved)
            env[target] = new
        else:
            t = env[target]
            records = what in ("double_", "add_", "exp_")
            if records and t["rg"] and t["op"] is None:
                return "leaf"
            t["c"][0] += 1
            if what != "double_data":
                t["v"][0] += 1
            if records and any(a["rg"] for a in [t, *args]):
                t["op"] = op([t, *args], [t] if what == "exp_" else [])
                t["rg"] = True

    todo, seen, result = [env[program[-1][0]]["op"]], [], "ok"
    while todo:
        node = todo.pop()
        if node is None or any(node is s for s in seen):
            continue
        seen.append(node)
        for s, v, c in node["saved"]:
            if s["v"][0] != v:
                return "version"
            if s["c"][0] != c:
                result = "silent"
        todo += node["in"]
    return result


def fixed_forward(x: Tensor, w: Tensor) -> Tensor:
    h = x @ w
    h += 1.0
    s = torch.sigmoid(h) * 3.0
    t = torch.sin(h)
    h = h * 0.5
    t += s
    out = t * h
    out -= 1.0
    return out
