"""``grade image``: the image that the docker sandbox runs."""

import click


@click.group("image", short_help="Build the image for --sandbox docker.")
def command() -> None:
    """Build the image for --sandbox docker."""


@command.command("build", short_help="Build the grading image, where it is missing or stale.")
@click.option("--base", metavar="IMAGE", help="An image with Python 3.11 or newer. Default: Python's official one.")
@click.option("--cuda", is_flag=True, help="With a torch that can use NVIDIA GPUs.")
def build_command(base: str | None, cuda: bool) -> int:
    """Build the grading image, where it is missing or stale.

    Its packages have the versions that are installed here, so that both sides compute the same. pip fetches them with
    this machine's settings; the engine itself needs no network, if the base image is there.
    """
    from grader.sandbox.docker.build import build
    from grader.sandbox.docker.engine import connect
    from grader.sandbox.docker.image import wanted_image

    wanted = wanted_image(cuda=cuda)
    build(connect(), wanted, base, lambda line: click.echo(line, err=True))
    click.echo(wanted.tag)
    return 0
