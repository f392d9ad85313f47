"""__del__ that raises and __getattr__ that never ends."""


class Nasty:
    def __del__(self):
        raise RuntimeError("in __del__")

    def __getattr__(self, name):
        return Nasty()

    def __iter__(self):
        while True:
            yield Nasty()

    def __len__(self):
        return 1 << 62


def double(x):
    return Nasty()


row_softmax = count = double


def train(x, y, steps):
    return Nasty()
