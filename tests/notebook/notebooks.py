"""Notebooks written for a test."""

import json
from typing import Any


def cell(text: str, **more: Any) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines} | more


def notebook(*cells: str | dict[str, Any], **metadata: Any) -> bytes:
    """A notebook of format 4 with these code cells."""
    written = [cell(each) if isinstance(each, str) else each for each in cells]
    return json.dumps({"cells": written, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}).encode()
