"""Ask inspect and linecache for the source of whoever calls."""
import inspect
import linecache
import sys


def attack():
    frame, texts = sys._getframe(), []
    while frame is not None:
        texts.append("".join(linecache.getlines(frame.f_code.co_filename)))
        try:
            texts.append(inspect.getsource(frame))
        except (OSError, TypeError):
            pass
        texts.append(repr(frame.f_locals))
        frame = frame.f_back
    return "canary-in-the" in "".join(texts) or "expected = " in "".join(texts)
