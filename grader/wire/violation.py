"""How a conversation goes wrong."""


class ProtocolViolation(Exception):
    """The other side sent something that no honest side sends. The connection is not used again."""


class StreamEnded(Exception):
    """The other side is gone: the stream ended or was reset."""


class CannotCross(TypeError):
    """A value of this side cannot be written on the wire (too large, too deep, not for the other side's eyes)."""
