"""A sandbox that warms up while the judge imports torch: each takes about two seconds."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from grader.course import Course
from grader.sandbox import Sandbox, open_sandbox


@contextmanager
def warming_sandbox(kind: str, course: Course, gpus: str | None = None) -> Iterator["Future[Sandbox]"]:
    """The sandbox to be; ``result`` waits for it and raises the InfrastructureFault that kept it from starting.

    It is closed on the way out, however far it had come; but Ctrl-C waits for none that is still starting, which dies
    with this process.
    """
    starter = ThreadPoolExecutor(1, "sandbox start")
    starting = starter.submit(open_sandbox, kind, hidden=[course.root], gpus=gpus)
    interrupted = False
    try:
        yield starting
    except KeyboardInterrupt:
        interrupted = True
        raise
    finally:
        starting.add_done_callback(_close)
        starter.shutdown(wait=not interrupted)


def _close(started: "Future[Sandbox]") -> None:
    if not started.cancelled() and started.exception() is None:
        started.result().close()
