import pytest

from grader.course.sizes import parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1 GiB", 1 << 30),
        ("64MiB", 64 << 20),
        ("1.5 KiB", 1536),
        ("500 kB", 500_000),
        (" 2 gb ", 2 * 10**9),
        ("7 B", 7),
    ],
)
def test_sizes_as_people_write_them(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "1", "GiB", "-1 GiB", "1 GiBs", "1 TiB", "1e3 B", "0 MiB", "1 GiB 2"])
def test_anything_else_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(ValueError, match="is no size") as caught:
        parse_size(text)
    assert f'"{text}"' in str(caught.value)
