"""The command line. Each command is a few lines over the library; nothing is imported before it is needed.

``main`` is the ``grade`` command. It lives on top of everything else, on the trusted side. What it imports at the top
is paid by every ``grade --help``, so commands import the library inside their functions.
"""

import sys

TYPE_CHECKING = False  # as in typing, whose import Ctrl-C could come into before it has a handler
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """The ``grade`` command: run what the arguments say and exit with its code."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is a handler: no traceback of an import
    from grader.cli import interrupt

    interrupt.install()  # before the slow imports, so that Ctrl-C is one line from the start
    try:
        from grader.cli.guard import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt as error:  # outside the guard's own reach
        code = interrupt.leave(error)
    interrupt.exit(code)
