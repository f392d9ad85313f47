"""You keep batch norms in eval mode also where bn_eval is False."""

from reference import *  # noqa: F403
from reference import freeze as right

FAILS = ["test_freeze_without_bn_eval"]


def freeze(module, bn_eval=True):
    right(module)
