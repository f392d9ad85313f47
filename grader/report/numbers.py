"""Numbers as people read them. Nothing here rounds a result up: 9.999 of 10 points is not 10."""

import math

from grader.language import say


def points(value: float) -> str:
    """Points with at most two decimals, rounded towards zero: "3", "2.5", "3.33"."""
    hundredths = math.trunc(value * 100 + math.copysign(1e-6, value))
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") if hundredths else "0"


def percent(part: float, whole: float) -> str:
    """A share in whole percent, rounded down: "99%" until all of it is there."""
    return "0%" if whole <= 0 else f"{math.floor(100 * max(part, 0.0) / whole + 1e-9)}%"


def value(number: float | None) -> str:
    """A computed value in at most about eight characters: "0.3333", "-12.5", "1.2e-07"; "×" where it is not finite."""
    if number is None or not math.isfinite(number):
        return "×"
    if number == int(number) and abs(number) < 1e6:
        return _minus(str(int(number)))
    if 1e-3 <= abs(number) < 99_999.5:
        return _minus(f"{number:.4g}" if abs(number) < 9_999.5 else f"{number:.0f}")
    mantissa, exponent = f"{number:.2e}".split("e")
    return _minus(f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}")


def duration(seconds: float) -> str:
    """ "0.4 s", "12 s", "3 min 20 s"."""
    if seconds < 9.95:
        return say("{seconds:.1f} s", seconds=max(seconds, 0.0))
    if seconds < 119.5:
        return say("{seconds:.0f} s", seconds=seconds)
    minutes, rest = divmod(round(seconds), 60)
    return say("{minutes:,} min {seconds} s", minutes=minutes, seconds=rest)


def _minus(text: str) -> str:
    return text.replace("-", "−")
