"""Script in the names of functions, classes and files."""
EVIL = "<img src=x onerror=alert(1)>"


class Named(Exception):
    pass


Named.__name__ = Named.__qualname__ = EVIL


def double(x):
    code = compile("raise Named('x')", EVIL, "exec")
    exec(code, {"Named": Named})


def row_softmax(x):
    return type(EVIL, (), {})()


count = train = row_softmax
row_softmax.__name__ = row_softmax.__qualname__ = EVIL
