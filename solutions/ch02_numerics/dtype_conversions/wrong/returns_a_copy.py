"""You returned something else than the module itself (None, or a copy): `module_to` converts in place and returns m."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_module_values"]


def module_to(m, dtype):
    reference.module_to(m, dtype)
