"""Import what graders keep: the reference, the checks, the library that judges."""
import importlib


def attack():
    for name in ("reference", "checks", "solutions", "solution", "grader.judge", "grader.checks", "grader.course", "conftest"):
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        print(name, vars(module).keys())
        return True
    return False
