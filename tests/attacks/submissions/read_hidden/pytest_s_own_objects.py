"""Look for the session that runs the checks."""
import gc
import sys


def attack():
    if any(name.split(".")[0] in ("pytest", "_pytest", "checks") for name in sys.modules):
        return True
    return any(type(thing).__name__ in ("Session", "Function", "Item") and "pytest" in type(thing).__module__ for thing in gc.get_objects())
