"""Hidden checks for column_means."""

import pytest
import torch
from column_means import column_means

from grader.checks import assert_close


@pytest.mark.visible
def test_example():
    """The example of the statement"""
    assert_close(column_means(torch.tensor([[1.0, 2.0], [3.0, 6.0]])), torch.tensor([2.0, 4.0]))


@pytest.mark.points(2)
def test_values(rng):
    """Right for random tables, tall and wide"""
    for rows, columns in [(1, 1), (7, 2), (2, 5)]:
        x = torch.rand(rows, columns, generator=rng, dtype=torch.float64)
        assert_close(column_means(x), x.sum(0) / rows)


@pytest.mark.feedback("hint")
def test_data(course_data):
    """Right on the course's own points"""
    points = torch.from_numpy(course_data("points")["points"])
    assert_close(column_means(points), points.sum(0) / len(points))
