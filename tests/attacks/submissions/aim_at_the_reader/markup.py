"""Markup in names, docstrings, exceptions and printed text."""
import sys

BAD = "<script>alert('canary')</script><style>*{display:none}</style><svg onload=alert(1)><img src=x onerror=alert(1)>{{7*7}}{% raw %}"
print(BAD)
print(BAD, file=sys.stderr)


class Boom(Exception):
    pass


Boom.__name__ = Boom.__qualname__ = BAD


def double(x):
    """<script>"""
    raise Boom(BAD)


def row_softmax(x):
    return BAD


def count(x):
    return {BAD: BAD}


def train(x, y, steps):
    raise ValueError("javascript:alert(1)//" + BAD)
