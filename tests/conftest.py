"""What holds for the whole suite."""

import signal

# A shell has what it starts in the background ignore Ctrl-C, and all that is started from there would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
