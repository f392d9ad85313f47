"""Dictionaries with keys that are equal and differ."""
class Key(str):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return False


def double(x):
    return {Key("a"): 2 * x, Key("a"): 3 * x}


row_softmax = count = train = double
