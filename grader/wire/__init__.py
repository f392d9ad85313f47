"""The wire: the only room that the judge and the worker share.

Messages are length-prefixed msgpack with a fixed schema and raw tensor bytes; nothing here pickles, imports by a name
that the other side chose, or evaluates. Both sides run the same `Peer`; they differ in what they expose (`exposure`).
May import torch, numpy and msgspec, and nothing else of `grader`.
"""
