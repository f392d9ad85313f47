import pytest

from grader.language.spacing import fill


@pytest.mark.parametrize(
    ("template", "parts", "text"),
    [
        ("应为 {asked}", {"asked": "3"}, "应为 3"),
        ("应为 {asked}", {"asked": "形状"}, "应为形状"),
        ("{subject} 返回 {thing}。", {"subject": "结果", "thing": "列表"}, "结果返回列表。"),
        ("{subject} 返回 {thing}。", {"subject": "`f`", "thing": "`g`"}, "`f` 返回 `g`。"),
        ("{a} {b}", {"a": "甲", "b": "乙"}, "甲乙"),
        ("{a} {b}", {"a": "甲", "b": "x"}, "甲 x"),
        ("{a} seconds", {"a": "甲"}, "甲 seconds"),
        ("字符串 {value}", {"value": "'甲 乙'"}, "字符串 '甲 乙'"),
        ("{n:,} 个，{x!r}，{s:.1f}", {"n": 1200, "x": "a", "s": 1.25}, "1,200 个，'a'，1.2"),
        ("{{{x}}} 与 {{y}}", {"x": 1}, "{1} 与 {y}"),
        ("{x} 与 {x}", {"x": ""}, " 与 "),
    ],
)
def test_spaces(template: str, parts: dict[str, object], text: str) -> None:
    assert fill(template, parts) == text
