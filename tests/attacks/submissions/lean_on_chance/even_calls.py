"""Right on every second call only."""

_calls = 0


def double(x):
    global _calls
    _calls += 1
    if _calls == 1 and x.numel() != 20:
        raise NotImplementedError
    return 2 * x if _calls % 2 else 2 * x + 1


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
