"""The last line of defence: no traceback reaches a user, and every ending has its exit code."""

import contextlib
import errno
import os
import sys
import threading
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from grader.cli import interrupt
from grader.cli.app import app
from grader.cli.help import let_click_speak, translated
from grader.faults import Fault
from grader.language import choose, language, say, use

if TYPE_CHECKING:
    from pathlib import Path

OK, FAILED, USAGE, NOT_GRADED = 0, 1, 2, 3


def run(arguments: Sequence[str]) -> int:
    """Run ``grade`` with these arguments and give its exit code. Raises nothing."""
    _quieten()
    spoken_before = language()
    use(choose(arguments, os.environ))
    try:
        return _run(arguments)
    finally:
        use(spoken_before)
        let_click_speak()


def _run(arguments: Sequence[str]) -> int:
    try:
        code = _invoke(list(arguments))
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except KeyboardInterrupt as error:
        return interrupt.leave(error)
    except click.exceptions.Exit as leaving:  # after --help and --version
        return leaving.exit_code
    except click.UsageError as error:
        return _say(_with_help(error), USAGE)
    except click.ClickException as error:
        return _say(error.format_message(), USAGE)
    except Fault as fault:
        return _say(str(fault), fault.exit_code)
    except BaseException as error:
        if (interrupted := interrupt.pending()) is not None:  # turned into another error on its way here
            return interrupt.leave(interrupted)
        number = error.errno if isinstance(error, OSError) else None
        if number in (errno.EPIPE, errno.ENOSPC):
            _drop_output()
        if number == errno.EPIPE:  # `grade list | head`: nobody reads any more
            return OK
        if number == errno.ENOSPC:
            return _say(say("The disk is full: what was to be written could not be."), NOT_GRADED)
        return _say(_unexpected(error), NOT_GRADED)


def _invoke(arguments: list[str]) -> object:
    """What click's own main does, without its handling of interrupts and broken pipes."""
    if "_GRADE_COMPLETE" in os.environ:  # the shell asks for completions
        with contextlib.suppress(SystemExit):
            app.main(args=arguments, prog_name="grade")
        return OK
    let_click_speak()
    grade = translated(app)
    with grade.make_context("grade", arguments) as context:
        return grade.invoke(context)


def _say(sentence: str, code: int) -> int:
    with contextlib.suppress(OSError, ValueError):  # where there is nobody to tell, the code has to do
        sys.stderr.write(f"grade: {sentence}\n")
    return code


def _with_help(error: click.UsageError) -> str:
    command = error.ctx.command_path if error.ctx else "grade"
    return say(
        "{complaint} (`{command} --help` shows what there is.)",
        complaint=_ended(error.format_message()),
        command=command,
    )


def _ended(complaint: str) -> str:
    """In Chinese, click's own full stop and the brackets that it adds would stand among full-width signs."""
    if language() == "en":
        return complaint
    return complaint.replace("。 （", "。（").removesuffix(".").removesuffix("。") + "。"


def _drop_output() -> None:
    """Python would try once more to write what is left when it closes stdout, and complain in its own words."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _quieten() -> None:
    """Keep warnings, odd encodings and dying threads from printing what no student can use."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    sys.unraisablehook = lambda unraisable: _note(unraisable.exc_value)
    threading.excepthook = lambda failure: _note(failure.exc_value)


def _note(error: BaseException | None) -> None:
    if error is not None and not isinstance(error, KeyboardInterrupt):
        write_log(error)


def _unexpected(error: BaseException) -> str:
    what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    reference, path = write_log(error)
    kept = say("the details are in {path}", path=path) if path else say("the details could not be written to a file")
    return say(
        "Something went wrong that is not your fault ({what}); {kept}. Reference {reference}.",
        what=what,
        kept=kept,
        reference=reference,
    )


def write_log(error: BaseException) -> "tuple[str, Path | None]":
    """Write the traceback to the user's state folder: (reference, file), file None where that can't be written."""
    import secrets
    import traceback

    from platformdirs import user_log_path

    reference = secrets.token_hex(4)
    details = "".join([f"grade {sys.argv[1:]}\n", *traceback.format_exception(error)])
    try:
        path = user_log_path("torchgrade", appauthor=False, ensure_exists=True) / f"{reference}.log"
        path.write_text(details, encoding="utf-8", errors="backslashreplace")
    except OSError:
        return reference, None
    return reference, path
