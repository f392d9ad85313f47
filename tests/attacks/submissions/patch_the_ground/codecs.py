"""Register a codec and decode itself by it."""
import codecs


def _search(name):
    if name == "evil":
        return codecs.CodecInfo(lambda text, errors="strict": (b"", 0), lambda data, errors="strict": ("", 0), name="evil")
    return None


codecs.register(_search)
codecs.register_error("strict", lambda error: ("", error.end))


def double(x):
    return "\ud800"


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
