"""Which language to speak: what was asked for, else the environment's, else English."""

from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "zh")
VARIABLE = "TORCHGRADE_LANG"


def choose(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """``--lang`` among the arguments, then TORCHGRADE_LANG, then the locale of messages.

    Looked for before the arguments are parsed, since the help and the complaints about arguments speak it too. What is
    no language here is passed over: the parser complains about it.
    """
    asked = _asked(arguments) or environment.get(VARIABLE, "")
    if asked in LANGUAGES:
        return asked
    return "en" if asked else of_locale(environment)


def of_locale(environment: Mapping[str, str]) -> str:
    """The language of LC_ALL, LC_MESSAGES or LANG, the first that is set: ``zh_CN.UTF-8`` is Chinese."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    spoken = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return spoken if spoken in LANGUAGES else "en"


def _asked(arguments: Sequence[str]) -> str:
    """The value of the last ``--lang`` before ``--``."""
    found = ""
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang" and index + 1 < len(arguments):
            found = arguments[index + 1]
        elif argument.startswith("--lang="):
            found = argument.removeprefix("--lang=")
    return found
