"""The import hook: while the checks of an exercise run, its module names mean the student's modules in the sandbox.

``from attention import attention`` in a check then gives the student's function. What stood under these names before
(a session inside a session, an author's own module) comes back afterwards, and nothing of the course stays imported,
so that the next exercise's ``checks`` is another module.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


@contextmanager
def modules_in_place(modules: Mapping[str, ModuleType], folder: Path) -> Iterator[None]:
    """Put ``modules`` into sys.modules, and hide what is called as the files of ``folder`` are.

    Afterwards everything is as it was, and what was imported from ``folder`` in between is forgotten.
    """
    before = set(sys.modules)
    hidden = {*modules, *(path.stem for path in folder.glob("*.py"))}
    kept = {name: sys.modules.pop(name) for name in hidden if name in sys.modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        new = set(sys.modules) - (before - hidden)
        for name in {*modules, *_imported_from(folder, new)}:
            sys.modules.pop(name, None)
        sys.modules.update(kept)


def _imported_from(folder: Path, names: set[str]) -> list[str]:
    """Those of the modules whose file lies in ``folder``."""
    start = f"{folder}{os.sep}"
    found = []
    for name in names:
        module = sys.modules[name]
        file = vars(module).get("__file__") if isinstance(module, ModuleType) else None
        if isinstance(file, str) and file.startswith(start):
            found.append(name)
    return found
