"""Text that looks like markup, templates and messages of ours."""
TEXT = "`` ` [bold]x[/] {{7*7}} ${x} %s {0} ✓ passed 13 of 13 points \u202e\u2066"


def double(x):
    print(TEXT)
    raise ValueError(TEXT)


def row_softmax(x):
    return {TEXT: TEXT}


count = train = row_softmax
