"""Small images, pixel by pixel, each with its caption; in characters, as shades."""

from grader.language import say, say_count
from grader.report.drawing import Drawing, Raster
from grader.report.picture import Image, Images
from grader.report.png import address
from grader.report.text import columns_of, cut_to_columns, one_line

_SIDE = 112  # an image is drawn about as wide
_SHADES = " ░▒▓█"
_MOST_SKETCHED = 6
_MOST_COLUMNS = 28  # of an image in characters


def draw_images(picture: Images) -> Drawing:
    title = one_line(picture.title)
    if not picture.images:
        return Drawing("images", title, say("There is no image."), 0, 0, note=say("There is no image."))
    panels = [_panel(image, number) for number, image in enumerate(picture.images, 1)]
    return Drawing("images", title, " ".join(panel.title for panel in panels), 0, 0, panels=panels)


def sketch_images(picture: Images, width: int) -> list[str]:
    """As many side by side as fit, brighter is fuller."""
    if not picture.images:
        return [say("There is no image.")]
    blocks = [_block(image, caption_of(image, i)) for i, image in enumerate(picture.images[:_MOST_SKETCHED], 1)]
    lines: list[str] = []
    while blocks:
        fitting = max(1, width // (max(_wide(block) for block in blocks) + 2))
        lines += _beside(blocks[:fitting], width)
        blocks = blocks[fitting:]
    more = len(picture.images) - _MOST_SKETCHED
    return [*lines, say_count("{count:,} more image.", "{count:,} more images.", more)] if more > 0 else lines


def caption_of(image: Image, number: int) -> str:
    return one_line(image.caption, 60) or say("image {number}", number=number)


def _panel(image: Image, number: int) -> Drawing:
    factor = max(1, round(_SIDE / max(image.width, image.height)))
    width, height = image.width * factor, image.height * factor
    raster = Raster(width, height, address(image.width, image.height, image.channels, image.pixels))
    words = say("{width} by {height} pixels.", width=image.width, height=image.height)
    return Drawing("images", caption_of(image, number), words, width, height, rasters=[raster])


def _block(image: Image, caption: str) -> list[str]:
    """Two rows of pixels a line, since a character is about twice as high as wide."""
    step = -(-image.width // _MOST_COLUMNS)
    lines = [
        "".join(_shade(image, row, column, step) for column in range(0, image.width, step))
        for row in range(0, image.height, 2 * step)
    ]
    return [*lines, cut_to_columns(caption, max(_MOST_COLUMNS, len(lines[0])))]


def _shade(image: Image, top: int, left: int, step: int) -> str:
    """The mean brightness of a block of pixels."""
    values = [
        image.pixels[(row * image.width + column) * image.channels + channel]
        for row in range(top, min(top + 2 * step, image.height))
        for column in range(left, min(left + step, image.width))
        for channel in range(image.channels)
    ]
    return _SHADES[min(4, sum(values) * 5 // (len(values) * 256))]


def _wide(block: list[str]) -> int:
    return max(map(columns_of, block))


def _beside(blocks: list[list[str]], width: int) -> list[str]:
    """The blocks side by side, their captions in one line below."""
    high = max(map(len, blocks))
    padded = [[*block[:-1], *[""] * (high - len(block)), block[-1]] for block in blocks]
    wide = [_wide(block) for block in padded]
    rows = zip(*padded, strict=True)
    lines = ["  ".join(t + " " * (w - columns_of(t)) for t, w in zip(row, wide, strict=True)).rstrip() for row in rows]
    return [cut_to_columns(line, width) for line in lines]
