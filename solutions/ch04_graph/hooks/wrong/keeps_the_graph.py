"""With create_graph=True the gradients have a graph of their own, and your records keep it alive: detach them."""

from contextlib import contextmanager

from reference import *

FAILS = ["test_record_keeps_no_graph"]


@contextmanager
def record_gradients(model):
    records = {name: [] for name, _ in model.named_modules()}

    def watch(name):
        def after_forward(module, args, output):
            if output.requires_grad:
                output.register_hook(records[name].append)

        return after_forward

    handles = [module.register_forward_hook(watch(name)) for name, module in model.named_modules()]
    try:
        yield records
    finally:
        for handle in handles:
            handle.remove()
