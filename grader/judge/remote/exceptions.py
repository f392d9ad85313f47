"""The student's exceptions in the judge: of the same builtin or torch type, with the student's own frames as text.

Classes are looked up among those that this process has already imported, by an allow-list of modules; only subclasses
of `Exception` (and SystemExit) are raised as themselves, so that a worker cannot skip a check or interrupt a session. A
class of the student's own becomes a class of the same name here, below the nearest builtin one.
"""

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grader.wire.errors import Frame, Raised

_MODULES = (
    "builtins", "torch", "torch._C", "torch.autograd.gradcheck", "torch.linalg", "torch.nn.modules.module",
    "torch._C._LinAlgError", "numpy.exceptions", "numpy", "numpy.linalg", "json.decoder", "decimal", "fractions",
)  # fmt: skip
_NOT_RAISED = frozenset({"StopAsyncIteration", "ExceptionGroup", "BaseExceptionGroup", "Warning"})
Names = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StudentTrace:
    """What is known of an exception that came from the student's code."""

    type_name: str
    message: str
    frames: tuple[Frame, ...]


def student_trace(error: BaseException) -> StudentTrace | None:
    """The student's side of an exception; None for the check's own. Follows what it was raised from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        found = error.__dict__.get("_student_trace")
        if found is not None:
            return found  # type: ignore[no-any-return]
        seen.add(id(error))
        error = error.__cause__  # type: ignore[assignment]
    return None


def names_of_error(error: BaseException) -> Names:
    """The class names of an exception along its resolution order in the worker; empty for the check's own."""
    return error.__dict__.get("_student_names", ())  # type: ignore[no-any-return]


def rebuild(raised: Raised) -> BaseException:
    """The exception to raise in the judge."""
    error = _make(exception_class(raised.names), raised)
    error.__dict__["_student_trace"] = StudentTrace(raised.names[0][1], raised.message, raised.frames)
    error.__dict__["_student_names"] = raised.names
    return error


def _make(kind: type[BaseException], raised: Raised) -> BaseException:
    if raised.args is not None:
        try:
            error = kind(*raised.args)
            if str(error) == raised.message:
                return _with_attributes(error, raised)
        except Exception:
            pass
    error = _telling(kind)(raised.message)  # type: ignore[arg-type]
    if raised.args is not None:
        error.args = raised.args
    return _with_attributes(error, raised)


def _with_attributes(error: BaseException, raised: Raised) -> BaseException:
    for name, value in raised.attributes.items():
        try:
            setattr(error, name, value)
        except (AttributeError, TypeError, ValueError):
            continue
    return error


@lru_cache(maxsize=1024)
def exception_class(names: Names) -> type[BaseException]:
    """The class that stands for the worker's: the same one when it is the library's, else one of its name."""
    for position, (module, name) in enumerate(names):
        found = _library_class(module, name)
        if found is not None:
            if position == 0:
                return found
            if name in ("BaseException", "object"):
                break
            return type(
                _identifier(names[0][1]),
                (found,),
                {"__module__": "student", "_student_names": names, "__init__": _any_arguments},
            )
    return type(_identifier(names[0][1]), (Exception,), {"__module__": "student", "_student_names": names})


def _identifier(name: str) -> str:
    last = name.rpartition(".")[2]
    return last if last.isidentifier() else "Error"


def _any_arguments(self: BaseException, *args: Any) -> None:
    self.args = args


def _library_class(module: str, name: str) -> type[BaseException] | None:
    if module not in _MODULES or name in _NOT_RAISED:
        return None
    found = vars(sys.modules[module]).get(name) if module in sys.modules else None
    if isinstance(found, type) and issubclass(found, (Exception, SystemExit)) and not issubclass(found, Warning):
        return found
    return None


@lru_cache(maxsize=256)
def _telling(kind: type[BaseException]) -> type[BaseException]:
    """A class like ``kind`` whose text is given, for those whose constructor builds it."""

    def init(self: BaseException, message: str) -> None:
        self.__dict__["_message"] = message
        self.args = (message,)

    def text(self: BaseException) -> str:
        return str(self.__dict__["_message"])

    try:
        made = type(kind.__name__, (kind,), {"__module__": kind.__module__, "__init__": init, "__str__": text})
        made("")
    except Exception:
        made = type(kind.__name__, (Exception,), {"__module__": kind.__module__, "__init__": init, "__str__": text})
    return made
