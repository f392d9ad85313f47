"""One submission: what a student handed in, read once into memory. What was hashed is what is graded.

Links are never followed, only regular files are read, and nothing is executed or imported here. What is wrong with one
file is a notice for that exercise; the others are graded all the same.
"""

import codecs
import contextlib
import hashlib
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.course.exercise import Exercise
from grader.course.nearest import nearest
from grader.faults import StudentFault
from grader.language import say
from grader.notebook import MAX_NOTEBOOK_BYTES, NoCell, NotANotebook, is_notebook, left_out, python_of, without_marks
from grader.notebook.choice import candidates, is_named_for
from grader.python_text import unreadable, without_trifles
from grader.verdict import Cause

MAX_FILE_BYTES = 1 << 20  # a long exercise is 20 kB
_MAX_LISTED = 1000  # names of a folder that are looked at for a near one
_NAME_SHOWN = 80
_MAY_HOLD = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", "…")  # archives, and what stands for a folder's rest


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """A file as it was when it was read; of a notebook, the Python text that its cells make (grader.notebook)."""

    path: str  # as the student knows it, relative to what was handed in
    content: bytes
    sha256: str
    other: str = ""  # the path of a further answer to the same exercise, which does not count

    @property
    def remark(self) -> str:
        """Which of two answers counts; "" where there is one."""
        if not self.other:
            return ""
        return say("`{other}` holds an answer too: `{file}` counts.", other=_shown(self.other), file=_shown(self.path))

    @classmethod
    def of(cls, path: str, content: bytes) -> "SubmittedFile":
        return cls(path, content, hashlib.sha256(content).hexdigest())


@dataclass(frozen=True, slots=True)
class Notice:
    """Why an exercise can't be graded as it was handed in: one clear sentence, and the cause its checks get."""

    cause: Cause
    sentence: str
    file: SubmittedFile | None = None  # what was read, where it could be
    idle: bool = False  # a notebook was handed in and holds nothing to run for the exercise


@dataclass(frozen=True, slots=True)
class Submission:
    """Everything that one student handed in, by exercise id. An exercise is in ``files`` or in ``notices``."""

    name: str | None
    files: dict[str, SubmittedFile] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)
    lent: frozenset[str] = frozenset()  # earlier exercises whose file is the workspace's, and was not handed in


class _Refused(Exception):
    """A file that can't be graded; carries its notice."""

    def __init__(self, notice: Notice) -> None:
        self.notice = notice


def read_submission(
    path: Path, exercises: Sequence[Exercise], name: str | None = None, *, used: Sequence[Exercise] = ()
) -> Submission:
    """Read a file, a folder of files, or a workspace (a folder a chapter), for ``exercises``.

    In a folder, ``CHAPTER/NAME.py``, ``CHAPTER/NAME/NAME.py``, ``NAME/NAME.py`` and ``NAME.py`` are looked for in this
    order, then notebooks: one is graded where there is no Python file or it is still the stub. A single file may have
    any name where one exercise is graded. ``used`` are earlier ones that these use: they are read where a folder, or a
    notebook's marked cells, hold them. Raises StudentFault where there is nothing that could be read at all.
    """
    submission = Submission(name)
    for exercise in _aimed_at(path, exercises):
        try:
            submission.files[exercise.id] = _read_for(path, exercise)
        except _Refused as refused:
            submission.notices[exercise.id] = refused.notice
    for exercise in used if path.is_dir() or is_notebook(path.name) else ():
        with contextlib.suppress(_Refused):
            submission.files[exercise.id] = _read_for(path, exercise, whole=False)
    for exercise in exercises:
        if exercise.id not in submission.files and exercise.id not in submission.notices:
            submission.notices[exercise.id] = _missing(exercise, [path.name])
    return submission


def submission_of(
    files: Mapping[tuple[str, ...], bytes],
    exercises: Sequence[Exercise],
    name: str | None = None,
    unread: Mapping[tuple[str, ...], Notice] | None = None,
) -> Submission:
    """The same of files that were read already, by their path parts: what was in an archive, say.

    Beside the layouts of ``read_submission``, an exercise's file is found wherever it lies, if there is only one.
    ``unread`` tells why a file, or an archive or folder that may have held it, could not be read.
    """
    submission = Submission(name)
    for exercise in exercises:
        try:
            submission.files[exercise.id] = _among(files, exercise, unread or {})
        except _Refused as refused:
            submission.notices[exercise.id] = refused.notice
    return submission


def _among(
    files: Mapping[tuple[str, ...], bytes], exercise: Exercise, unread: Mapping[tuple[str, ...], Notice]
) -> SubmittedFile:
    notebooks = candidates(exercise, files)
    alone = sum(is_notebook(parts[-1]) for parts in files) == 1  # then it is for everything, whatever its name
    paths = [*_python_among(files, exercise), *notebooks]
    if not paths:
        raise _Refused(_may_be_in(unread, exercise) or _missing(exercise, [parts[-1] for parts in files][:_MAX_LISTED]))
    return _first_answer(paths, lambda parts: checked("/".join(parts), files[parts], exercise, whole=alone))


def _python_among(files: Mapping[tuple[str, ...], bytes], exercise: Exercise) -> list[tuple[str, ...]]:
    """The Python file for an exercise, where there is one. Raises _Refused where there are two."""
    path = next((parts for parts in _layouts(exercise) if parts in files), None)
    if path is None:
        found = sorted(parts for parts in files if parts[-1] == exercise.file)
        if len({files[parts] for parts in found}) > 1:
            shown = say(" and ").join(f"`{_shown('/'.join(parts))}`" for parts in found[:2])
            sentence = say("There are two different files for this exercise, {shown}. Hand in one.", shown=shown)
            raise _Refused(Notice(Cause.IMPORT_ERROR, sentence))
        return found[:1]
    return [path]


def _first_answer(paths: Sequence[tuple[str, ...]], read: Callable[[tuple[str, ...]], SubmittedFile]) -> SubmittedFile:
    """The first of several files that is an answer, with the next one's path. Raises the _Refused that says most where
    none is.
    """
    found: SubmittedFile | None = None
    refusals = []
    for parts in paths:
        try:
            answer = read(parts)
        except _Refused as refused:
            refusals.append(refused)
            continue
        if found is not None:
            return replace(found, other=answer.path)
        found = answer
    if found is not None:
        return found
    silent = (Cause.NOT_IMPLEMENTED, Cause.MISSING)
    raise next((refused for refused in refusals if refused.notice.cause not in silent), refusals[0])


def _may_be_in(unread: Mapping[tuple[str, ...], Notice], exercise: Exercise) -> Notice | None:
    """Why the exercise's file, or else something that may hold it, could not be read."""
    named = [
        notice for parts, notice in unread.items() if parts[-1] == exercise.file or is_named_for(parts[-1], exercise)
    ]
    holding = [notice for parts, notice in unread.items() if parts[-1].lower().endswith(_MAY_HOLD)]
    return next(iter(named or holding), None)


def _aimed_at(path: Path, exercises: Sequence[Exercise]) -> Sequence[Exercise]:
    """The exercises that ``path`` can be an answer to: all for a folder, one for a file, a notebook's chapter."""
    if not os.path.lexists(path):
        raise StudentFault(say("There is nothing at {path}.", path=path))
    if path.is_dir() or len(exercises) == 1:
        return exercises
    stem = path.name.removesuffix(".py").removesuffix(".ipynb")
    named = [exercise for exercise in exercises if exercise.name == stem]
    if len(named) == 1:
        return named
    if is_notebook(path.name):
        return exercises
    files = ", ".join(exercise.file for exercise in exercises[:3])
    raise StudentFault(
        say(
            "{name} could answer any of {number} exercises. Hand in one file an exercise, with the "
            "name of its exercise ({files}), or name one exercise to grade.",
            name=_shown(path.name),
            number=len(exercises),
            files=files,
            word=", …" if len(exercises) > 3 else "",
        )
    )


def _read_for(path: Path, exercise: Exercise, *, whole: bool = True) -> SubmittedFile:
    if not path.is_dir():
        return checked(path.name, _read_below(path.parent, (path.name,)), exercise, whole=whole)
    return _first_answer(
        _find(path, exercise), lambda parts: checked("/".join(parts), _read_below(path, parts), exercise)
    )


def _find(folder: Path, exercise: Exercise) -> list[tuple[str, ...]]:
    """Where in ``folder`` the exercise's answer may lie, as path parts: the first of the known layouts, notebooks."""
    layouts = _layouts(exercise)
    python = [parts for parts in layouts if os.path.lexists(folder.joinpath(*parts))][:1]
    seen = [(*parts[:-1], entry) for parts in layouts for entry in _listed(folder.joinpath(*parts[:-1]))]
    found = [*python, *candidates(exercise, seen)]
    if not found:
        raise _Refused(_missing(exercise, [parts[-1] for parts in seen]))
    return found


def _layouts(exercise: Exercise) -> list[tuple[str, ...]]:
    name, file, chapter = exercise.name, exercise.file, exercise.chapter
    return [(chapter, file), (chapter, name, file), (name, file), (file,)]


def _listed(folder: Path) -> list[str]:
    """Names of Python files, notebooks (and folders) in ``folder``, boundedly many."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for _, entry in zip(range(_MAX_LISTED), entries, strict=False)]
            return sorted(name for name in names if ".py" in name or is_notebook(name))
    except OSError:
        return []


def _missing(exercise: Exercise, seen: Sequence[str]) -> Notice:
    others = {f"{folder.name}.py" for folder in exercise.folder.parent.iterdir()}  # answers to something else
    near = nearest(exercise.file, [name for name in seen if name not in others and not is_notebook(name)], 1)
    sentence = say("`{file}` was not handed in.", file=exercise.file)
    if near:
        sentence = say(
            "`{file}` was not handed in. There is `{near}`: is that it? Rename it.",
            file=exercise.file,
            near=_shown(near[0]),
        )
    return Notice(Cause.MISSING, sentence)


def _read_below(root: Path, parts: Sequence[str]) -> bytes:
    """The bytes of a regular file below ``root``; no link on the way is followed. Raises _Refused."""
    shown = _shown("/".join(parts))
    try:
        opened = _open_below if os.open in os.supports_dir_fd else _open_where_no_folder_descriptors
        descriptor = opened(root, parts)
    except OSError as error:
        raise _Refused(Notice(Cause.IMPORT_ERROR, _why_not_opened(root, parts, shown, error))) from None
    try:
        return _read_regular(descriptor, shown, _most_bytes(parts[-1]))
    finally:
        os.close(descriptor)


def _open_below(root: Path, parts: Sequence[str]) -> int:
    """Open step by step from ``root``, so that nobody can put a link in between while we look."""
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = deeper
        # Not blocking: a pipe without a writer would keep us waiting for ever.
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)


def _open_where_no_folder_descriptors(root: Path, parts: Sequence[str]) -> int:
    """Windows: a student's own machine, where nobody races with the student."""
    if _is_linked(root, parts):
        raise OSError("link")
    return os.open(root.joinpath(*parts), os.O_RDONLY | getattr(os, "O_BINARY", 0))


def _is_linked(root: Path, parts: Sequence[str]) -> bool:
    return any(root.joinpath(*parts[: end + 1]).is_symlink() for end in range(len(parts)))


def _why_not_opened(root: Path, parts: Sequence[str], shown: str, error: OSError) -> str:
    if _is_linked(root, parts):
        return say("`{shown}` is a link. Hand in the file itself.", shown=shown)
    if isinstance(error, PermissionError):
        return say("`{shown}` can't be read: permission denied. Make it readable.", shown=shown)
    return say(
        "`{shown}` can't be read: {reason}.", shown=shown, reason=(error.strerror or say("unknown error")).lower()
    )


def _most_bytes(name: str) -> int:
    return MAX_NOTEBOOK_BYTES if is_notebook(name) else MAX_FILE_BYTES


def _read_regular(descriptor: int, shown: str, most: int) -> bytes:
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise _Refused(
            Notice(Cause.IMPORT_ERROR, say("`{shown}` is a folder. Hand in a Python file of that name.", shown=shown))
        )
    if not stat.S_ISREG(found.st_mode):
        raise _Refused(
            Notice(Cause.IMPORT_ERROR, say("`{shown}` is no ordinary file. Hand in a Python file.", shown=shown))
        )
    with os.fdopen(os.dup(descriptor), "rb") as file:
        content = file.read(min(most, found.st_size) + 1)
    if len(content) > most:
        raise _Refused(_too_large(shown, max(found.st_size, len(content)), most))
    return content


def _too_large(shown: str, size: int, most: int) -> Notice:
    limit = f"{most >> 20} MiB"
    more = f"{size / (1 << 20):.1f} MiB" if size > most + 1 else say("more than {limit}", limit=limit)
    sentence = say(
        "`{shown}` is too large: {more}, at most {limit} is accepted. Keep data out of the code.",
        shown=shown,
        more=more,
        limit=limit,
    )
    if most == MAX_NOTEBOOK_BYTES:
        sentence = say(
            "`{shown}` is too large: {more}, at most {limit} is accepted. Clear its outputs.",
            shown=shown,
            more=more,
            limit=limit,
        )
    return Notice(Cause.IMPORT_ERROR, sentence)


def checked(path: str, content: bytes, exercise: Exercise, *, whole: bool = False) -> SubmittedFile:
    """``content`` as a submitted file. Raises _Refused where it is no Python text, empty, or the stub unchanged.

    ``whole``: all cells of a notebook without marks count, also where its name says nothing of the exercise.
    """
    if len(content) > _most_bytes(path):
        raise _Refused(_too_large(_shown(path), len(content), _most_bytes(path)))
    written = content
    if is_notebook(path) and content.strip():
        content = _python(path, content, exercise, whole or is_named_for(path.rpartition("/")[2], exercise))
        written = without_marks(content)
    file = SubmittedFile.of(path, content)
    sentence = unreadable(_shown(path), content)
    if sentence:
        raise _Refused(Notice(Cause.IMPORT_ERROR, sentence, file))
    if not written.removeprefix(codecs.BOM_UTF8).strip():
        raise _Refused(Notice(Cause.NOT_IMPLEMENTED, say("`{path}` is empty.", path=_shown(path)), file))
    if without_trifles(written) == without_trifles(exercise.stub.read_bytes()):
        sentence = say("`{path}` is still the stub as you got it: not attempted yet.", path=_shown(path))
        raise _Refused(Notice(Cause.NOT_IMPLEMENTED, sentence, file))
    return file


def _python(path: str, content: bytes, exercise: Exercise, whole: bool) -> bytes:
    """The Python text of a notebook's cells. Raises _Refused."""
    shown = _shown(path)
    try:
        python = python_of(content, exercise, only_marked=not whole)
    except NotANotebook as error:
        idle = isinstance(error, NoCell)
        sentence = say("`{shown}` {what}", shown=shown, what=error)
        raise _Refused(Notice(Cause.MISSING if idle else Cause.IMPORT_ERROR, sentence, idle=idle)) from None
    if len(python) > MAX_FILE_BYTES:
        raise _Refused(_too_large(shown, len(python), MAX_FILE_BYTES))
    if left_out(python) and all(not line or line.startswith(b"#") for line in map(bytes.strip, python.split(b"\n"))):
        sentence = say(
            "`{shown}` has no Python for this exercise: what only a notebook understands is left out.", shown=shown
        )
        raise _Refused(Notice(Cause.NOT_IMPLEMENTED, sentence, SubmittedFile.of(path, python), idle=True))
    return python


def _shown(name: str) -> str:
    """A student's file name, cut and without control characters."""
    text = "".join(c if c.isprintable() else "�" for c in name)
    return text if len(text) <= _NAME_SHOWN else text[: _NAME_SHOWN - 1] + "…"
