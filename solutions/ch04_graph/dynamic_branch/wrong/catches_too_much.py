"""You catch every exception of main: a wrong shape or a typing slip then looks like a run of the backup. Catch LinAlgError."""

from reference import *  # noqa: F403
from reference import FallbackNet as Right

FAILS = ["test_fallback_hides_nothing[RuntimeError]", "test_fallback_hides_nothing[ValueError]"]


class FallbackNet(Right):
    def forward(self, x):
        try:
            return self.main(x)
        except Exception:
            return self.backup(x)
