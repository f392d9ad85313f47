"""Standardise the columns of a table."""

from column_means import column_means
from torch import Tensor


def standardise(x: Tensor) -> Tensor:
    centred = x - column_means(x)
    return centred / column_means(centred.square()).sqrt()
