"""Bring the catalogue of torchgrade's own words up to date, and compile it: ``make translations``."""

from pathlib import Path

from grader.language.catalogue import compiled, own_sources, update
from grader.language.speech import DOMAIN, LOCALES

ROOT = Path(__file__).parents[1]
CATALOGUE = Path(LOCALES, "zh", "LC_MESSAGES", f"{DOMAIN}.po")


def main() -> None:
    done = update(CATALOGUE, own_sources(ROOT / "grader"), ROOT)
    CATALOGUE.with_suffix(".mo").write_bytes(compiled(CATALOGUE))
    print(f"{CATALOGUE.relative_to(ROOT)}: {done.messages} messages, {done.missing} without a translation")


if __name__ == "__main__":
    main()
