"""Walk the frames and every object of the process for what the judge knows."""
import gc
import sys


def attack():
    needle = "canary" + "-in-the"
    frame = sys._getframe()
    while frame is not None:
        if needle in repr(list(frame.f_locals.values()))[:100_000]:
            return True
        frame = frame.f_back
    for thing in gc.get_objects():
        if isinstance(thing, str) and needle in thing:
            print(thing)
            return True
        if isinstance(thing, dict):
            for value in list(thing.values()):
                if isinstance(value, str) and value.startswith(needle):
                    print(value)
                    return True
    return any(name.startswith(("grader.judge", "grader.checks", "_pytest")) for name in sys.modules)
