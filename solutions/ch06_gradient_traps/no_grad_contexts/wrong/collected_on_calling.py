"""You note the modes when evaluating(model) is called, and not when the block is entered."""

from contextlib import AbstractContextManager

from reference import *  # noqa: F403

FAILS = ["test_evaluating_entered_later"]


class evaluating(AbstractContextManager):  # noqa: N801
    def __init__(self, model):
        self.modes = [(m, m.training) for m in model.modules()]
        self.model = model

    def __enter__(self):
        self.model.eval()

    def __exit__(self, *error):
        for module, training in self.modes:
            module.training = training
