"""When the block ends with an error, your hooks stay on the model: what comes after the yield belongs into a finally."""

from contextlib import contextmanager

from reference import *

FAILS = ["test_record_removes_its_hooks"]


@contextmanager
def record_gradients(model):
    records = {name: [] for name, _ in model.named_modules()}

    def watch(name):
        def after_forward(module, args, output):
            if output.requires_grad:
                output.register_hook(lambda grad: records[name].append(grad.detach()))

        return after_forward

    handles = [module.register_forward_hook(watch(name)) for name, module in model.named_modules()]
    yield records
    for handle in handles:
        handle.remove()
