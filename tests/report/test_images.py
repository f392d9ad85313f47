import struct
import zlib

import pytest
from pydantic import ValidationError

from grader.report.images import draw_images, sketch_images
from grader.report.picture import Image, Images
from grader.report.png import png
from tests.report import samples


def decoded(file: bytes) -> tuple[int, int, int, bytes]:
    """Width, height, colour type and pixels of a PNG of 8 bits without filters; every checksum must be right."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(file):
        (size,) = struct.unpack(">I", file[at : at + 4])
        name, data = file[at + 4 : at + 8], file[at + 8 : at + 8 + size]
        assert struct.unpack(">I", file[at + 8 + size : at + 12 + size]) == (zlib.crc32(name + data),)
        chunks[name] = data
        at += 12 + size
    width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert depth == 8
    raw = zlib.decompress(chunks[b"IDAT"])
    row = 1 + width * {0: 1, 2: 3}[colour]
    assert {raw[start] for start in range(0, len(raw), row)} == {0}
    return width, height, colour, b"".join(raw[start + 1 : start + row] for start in range(0, len(raw), row))


@pytest.mark.parametrize(("channels", "colour"), [(1, 0), (3, 2)])
def test_a_png_holds_its_pixels(channels: int, colour: int) -> None:
    pixels = bytes(i * 7 % 256 for i in range(5 * 3 * channels))
    assert decoded(png(5, 3, channels, pixels)) == (5, 3, colour, pixels)


def test_each_image_is_a_panel_with_its_caption() -> None:
    panels = draw_images(samples.images()).panels
    assert [panel.title for panel in panels] == [f"a {i}, read as {i + 1}" for i in range(4)]
    assert {(panel.width, panel.height) for panel in panels} == {(112, 112)}
    assert all(panel.rasters[0].address.startswith("data:image/png;base64,") for panel in panels)


def test_brighter_is_fuller() -> None:
    pixels = bytes([0, 0, 255, 255] * 4)
    image = Image(width=4, height=4, channels=1, pixels=pixels, caption="half")
    assert sketch_images(Images(title="i", images=[image]), 60) == ["  ██", "  ██", "half"]


def test_images_stand_side_by_side_where_they_fit() -> None:
    image = Image(width=8, height=4, channels=1, pixels=b"\xff" * 32, caption="white")
    lines = sketch_images(Images(title="i", images=[image] * 8), 40)
    assert lines[0] == "  ".join(["████████"] * 4)
    assert lines[-1] == "2 more images."


def test_pixels_are_base64_in_json_and_counted() -> None:
    image = Image(width=2, height=1, channels=1, pixels=b"\x00\xff")
    assert image.model_dump(mode="json")["pixels"] == "AP8="
    assert Image.model_validate_json(image.model_dump_json()) == image
    for wrong in ({"pixels": "AP8AAA=="}, {"pixels": "<script>"}, {"width": 65}, {"channels": 4}, {"width": 0}):
        with pytest.raises(ValidationError):
            Image.model_validate(image.model_dump() | wrong)


def test_no_image_is_a_sentence() -> None:
    assert draw_images(Images(title="i", images=[])).note == "There is no image."
    assert sketch_images(Images(title="i", images=[]), 60) == ["There is no image."]
