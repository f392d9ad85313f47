"""What the uid driver keeps from a worker, tried from inside a real one."""

from collections.abc import Iterable
from pathlib import Path

from grader.sandbox.barriers import HELPERS, Attack, Opener
from grader.sandbox.barriers import attacks as namespaced_attacks
from grader.sandbox.probe import ask
from grader.sandbox.protocol import Barrier, Limits

_MOST_FILES = 5_000
_KEPT = ("no network", "no privileges", "system call filter")
_NO_LANDLOCK = (
    "A kernel from 5.13 on and an engine that lets containers use Landlock hide the system's other files too."
)

_PROCESSES = """
def status_of(other):
    try:
        with open(f'/proc/{other}/status') as file:
            return next(line.split()[1] for line in file if line.startswith('Uid:'))
    except OSError:
        return ''
def seen():
    try:
        return [int(name) for name in os.listdir('/proc') if name.isdigit()]
    except OSError:
        return range(1, 5000)
result = []
for other in seen():
    if other == os.getpid() or status_of(other) == status('Uid'):
        continue
    place = f'/proc/{other}/'
    result += [f'signals {other}'] if not refused(os.kill, other, 0) else []
    result += [f'{name} of {other}' for name in ('mem', 'environ') if not refused(open, place + name)]
    result += [f'{name} of {other}' for name in ('fd', 'root', 'cwd') if not refused(os.listdir, place + name)]
"""
_WRITES = """
paths = ['/usr/x', '/x', '/etc/x', '/var/x', '/opt/x', os.path.join(os.path.dirname(os.__file__), 'x')]
paths += [os.path.join(folder, 'torchgrade-x') for folder in ('/tmp', '/var/tmp', '/run/lock')]
result = [path for path in paths if not refused(open, path, 'w')]
for path in result:
    os.unlink(path)
"""


def attacks(hidden: Iterable[Path]) -> tuple[Attack, ...]:
    """The attacks that this driver must hold against."""
    return (
        Attack("other processes out of reach", _PROCESSES, "Grade in a container of its own."),
        Attack("read-only system", _WRITES, "chmod o-w the folders that are open to everybody (/tmp, /var/tmp)."),
        Attack("nothing hidden in sight", _reading(hidden), "chmod 700 the folder that holds the course."),
        *(attack for attack in namespaced_attacks() if attack.name in _KEPT),
    )


def readable(open_probe: Opener, hidden: Iterable[Path]) -> list[str]:
    """Those files of the hidden folders that a worker can open."""
    return _asked(open_probe, _reading(hidden))


def landlock(open_probe: Opener) -> Barrier:
    """Whether files that anybody on the machine may read are out of sight too."""
    through: list[str] = _asked(
        open_probe, "result = [p for p in ('/etc/passwd', '/etc/hostname') if not refused(open, p)]"
    )
    return Barrier("only Python's files in sight", not through, ", ".join(through), _NO_LANDLOCK if through else "")


def _reading(hidden: Iterable[Path]) -> str:
    """Names are no secret: whether a file opens is tried with its name known."""
    paths = [str(path) for folder in hidden for path in (folder, *sorted(folder.rglob("*")))][:_MOST_FILES]
    return (
        f"paths = {paths!r}\n"
        "result = [path for path in paths if not refused(os.open, path, os.O_RDONLY)]\n"
        "result += [path for path in paths if not refused(os.listdir, path)]"
    )


def _asked(open_probe: Opener, source: str) -> list[str]:
    worker = open_probe(Limits())
    try:
        ask(worker, HELPERS)
        answer: list[str] = ask(worker, source)
    finally:
        worker.close()
    return answer
