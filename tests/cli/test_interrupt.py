import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import environment

SLOW = """if True:
    import sys, time
    from grader.cli import interrupt
    interrupt.install()
    from grader.cli import guard
    from grader.cli.app import app
    def ready():
        print("ready", flush=True)
    def invoke(_):
        {body}
    app.invoke = invoke
    sys.exit(guard.run(['list']))
"""


def interrupted(body: str, cwd: Path, *signals: int) -> tuple[int, str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW.format(body=body)], cwd=cwd, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    for number in signals:
        os.kill(process.pid, number)
        time.sleep(0.2)
    _, err = process.communicate(timeout=30)
    return process.returncode, err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_one_line_and_the_shells_code(here: Path, number: int) -> None:
    assert interrupted("ready(); time.sleep(30)", here, number) == (128 + number, "Interrupted.\n")


def test_what_is_open_is_closed_on_the_way_out(here: Path) -> None:
    body = "with open('open', 'w') as f:\n            f.write('x'); ready(); time.sleep(30)"
    assert interrupted(body, here, signal.SIGINT)[0] == 130
    assert (here / "open").read_text() == "x"


def test_what_a_library_swallowed_is_raised_again(here: Path) -> None:
    body = (
        "try: ready(); time.sleep(30)\n        except KeyboardInterrupt: pass\n"
        "        interrupt.raise_if_pending(); print('went on')"
    )
    assert interrupted(body, here, signal.SIGINT) == (130, "Interrupted.\n")


def test_nothing_is_pending_where_nothing_came(here: Path) -> None:
    assert interrupted("ready(); interrupt.raise_if_pending()", here) == (0, "")


def test_ctrl_c_in_a_row_still_ends(here: Path) -> None:
    code, err = interrupted("ready(); time.sleep(30)", here, signal.SIGINT, signal.SIGINT, signal.SIGINT)
    assert code in (130, -signal.SIGINT)  # Python takes our handler away as it ends; to a shell both are 130
    assert err == "Interrupted.\n"


def test_what_nohup_ignores_stays_ignored(here: Path) -> None:
    script = SLOW.format(body="ready(); time.sleep(1.5); return 0")
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=here, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    os.kill(process.pid, signal.SIGHUP)
    process.communicate(timeout=30)
    assert process.returncode == 0


def module(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.py").write_text(text)


def test_an_import_is_finished_before_the_signal_is_raised(here: Path) -> None:
    """An exception inside one can leave a module lock taken, for which another thread would wait for ever."""
    module(here, "slow", "import time\nprint('ready', flush=True)\ntime.sleep(0.6)\nopen('imported', 'w').close()\n")
    body = "sys.path.insert(0, '')\n        import slow\n        time.sleep(30)\n        print('went on')"
    assert interrupted(body, here, signal.SIGINT) == (130, "Interrupted.\n")
    assert (here / "imported").exists()


def test_an_import_that_never_ends_is_left(here: Path) -> None:
    module(here, "endless", "import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    body = "sys.path.insert(0, '')\n        import endless"
    assert interrupted(body, here, signal.SIGINT) == (130, "Interrupted.\n")


def test_what_was_changed_is_given_back_where_an_import_never_ends(here: Path) -> None:
    """As the terminal of `grade watch`, where it imports torch for longer than Ctrl-C is let wait."""
    module(here, "endless", "import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    body = (
        "sys.path.insert(0, '')\n        def give_back(number): open('given', 'w').close(); return number - 2\n"
        "        with interrupt.ending_with(give_back):\n            import endless"
    )
    assert interrupted(body, here, signal.SIGINT) == (0, "")
    assert (here / "given").exists()


def test_code_that_swallows_it_and_waits_for_ever_is_left(here: Path) -> None:
    body = (
        "interrupt._CLOSE_SECONDS = 1.0\n        try: ready(); time.sleep(30)\n"
        "        except KeyboardInterrupt: time.sleep(60)"
    )
    assert interrupted(body, here, signal.SIGTERM) == (143, "Interrupted.\n")


def test_a_signal_that_became_another_error_is_still_an_interrupt(here: Path) -> None:
    """As an extension module that converts exceptions does."""
    body = "try: ready(); time.sleep(30)\n        except KeyboardInterrupt: raise TypeError('odd') from None"
    assert interrupted(body, here, signal.SIGINT) == (130, "Interrupted.\n")


def test_a_second_signal_waits_for_nothing(here: Path) -> None:
    body = "try: ready(); time.sleep(30)\n        finally: time.sleep(60)"
    began = time.monotonic()
    assert interrupted(body, here, signal.SIGINT, signal.SIGINT) == (130, "Interrupted.\n")
    assert time.monotonic() - began < 20


def test_ctrl_c_before_there_is_a_handler_is_no_traceback(here: Path) -> None:
    early = """if True:
        import os, signal, sys
        class Interrupting:
            def find_spec(self, name, path=None, target=None):
                if name == "grader.cli.interrupt":
                    os.kill(os.getpid(), signal.SIGINT)
        sys.meta_path.insert(0, Interrupting())
        from grader.cli import main
        main()
    """
    ended = subprocess.run([sys.executable, "-c", early], cwd=here, env=environment(), capture_output=True, timeout=30)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, b""), "to a shell it is 130"


def test_the_cursor_that_a_live_line_hid_is_shown_where_all_must_end_at_once(here: Path) -> None:
    module(here, "endless", "import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    script = SLOW.format(body="sys.path.insert(0, '')\n        import endless")
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=here, env=environment(), text=True, stdout=subprocess.PIPE, stderr=end
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert os.read(terminal, 1000) == b"\x1b[?25h\r\nInterrupted.\r\n"
    os.close(terminal)
    os.close(end)
    process.stdout.close()
