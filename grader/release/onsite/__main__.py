"""``python -m grader.release.onsite PLATFORM``: what an export's own start script runs."""

import sys
from importlib import import_module

PLATFORMS = ("gradescope", "prairielearn", "github")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in PLATFORMS:
        sys.stderr.write(f"usage: python -m grader.release.onsite {'|'.join(PLATFORMS)}\n")
        return 2
    code: int = import_module(f"grader.release.onsite.{arguments[0]}").main()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
