"""Another way: note which node starts last, and read the traceback that anomaly mode keeps in its metadata."""

import re
import warnings

import torch


def locate(fn):
    with torch.autograd.set_detect_anomaly(True):
        loss = fn()
        started, nodes = [], [loss.grad_fn]
        for node in nodes:
            if node is None:
                continue
            node.register_prehook(lambda grads, node=node: started.append(node))
            nodes.extend(child for child, _ in node.next_functions if child not in nodes)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                loss.backward()
        except RuntimeError:
            if not started:
                raise
            frames = "".join(started[-1].metadata["traceback_"])
            name, file = started[-1].name(), re.escape(fn.__code__.co_filename)
            return name, int(re.findall(rf'File "{file}", line (\d+)', frames)[-1])
    return None
