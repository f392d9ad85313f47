import pytest

from grader.language import choose


@pytest.mark.parametrize(
    ("arguments", "environment", "spoken"),
    [
        ([], {}, "en"),
        (["ch3", "--lang", "zh"], {}, "zh"),
        (["--lang=zh", "list"], {"LANG": "en_US.UTF-8"}, "zh"),
        (["list", "--lang", "en"], {"TORCHGRADE_LANG": "zh", "LANG": "zh_CN.UTF-8"}, "en"),
        (["--lang", "en", "list", "--lang", "zh"], {}, "zh"),
        (["run", "--", "--lang", "zh"], {}, "en"),
        (["--lang"], {}, "en"),
        ([], {"TORCHGRADE_LANG": "zh", "LC_ALL": "C"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ([], {"LANG": "zh-Hans"}, "zh"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        (["--lang", "fr"], {"LANG": "zh_CN.UTF-8"}, "en"),
        ([], {"TORCHGRADE_LANG": "", "LANG": "zh_CN"}, "zh"),
    ],
)
def test_which_language(arguments: list[str], environment: dict[str, str], spoken: str) -> None:
    assert choose(arguments, environment) == spoken
