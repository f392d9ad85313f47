"""Your function looks up `name` when the gradient arrives, and then the loop has gone on to the last one: all gradients land there. Bind it, with name=name."""

from contextlib import contextmanager

from reference import *

FAILS = ["test_example_record", "test_record"]


@contextmanager
def record_gradients(model):
    records = {name: [] for name, _ in model.named_modules()}
    handles = []
    for name, module in model.named_modules():

        def after_forward(module, args, output):
            if output.requires_grad:
                output.register_hook(lambda grad: records[name].append(grad.detach()))

        handles.append(module.register_forward_hook(after_forward))
    try:
        yield records
    finally:
        for handle in handles:
            handle.remove()
