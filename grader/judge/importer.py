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
    """Put ``modules`` into sys.modules, and hide what was imported from ``folder`` or is called as its files are.

    Afterwards everything is as it was.
    """
    hidden = {*modules, *_imported_from(folder), *(path.stem for path in folder.glob("*.py"))}
    before = {name: sys.modules.pop(name) for name in hidden if name in sys.modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in {*modules, *_imported_from(folder)}:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def _imported_from(folder: Path) -> list[str]:
    """Names of the modules whose file lies in ``folder``. Text is compared: there are thousands of modules."""
    found, start = [], f"{folder}{os.sep}"
    for name, module in list(sys.modules.items()):
        file = vars(module).get("__file__") if isinstance(module, ModuleType) else None
        if isinstance(file, str) and file.startswith(start):
            found.append(name)
    return found
