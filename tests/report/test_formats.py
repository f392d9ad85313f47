import subprocess
import sys

import pytest

from grader.faults import UsageFault
from grader.report import formats, html
from tests.report import samples


def test_a_format_is_found_by_its_name() -> None:
    assert formats.find("html")(samples.perfect()) == html.render(samples.perfect())


def test_an_unknown_format_is_told_with_those_that_there_are() -> None:
    with pytest.raises(UsageFault, match=r"no report format `xml.*csv, github, .*html, json, junit, .*terminal"):
        formats.find("xml\x1b")


@pytest.mark.slow
def test_reports_need_neither_torch_nor_numpy_nor_pytest() -> None:
    script = "import sys; from grader.report import formats; [formats.find(name) for name in formats.FORMATS]; "
    script += "print({'torch', 'numpy', 'pytest'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
