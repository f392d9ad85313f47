"""You divided by half the range of the column: with two rows that is the standard deviation, with more it is not."""

from column_means import column_means

FAILS = ["test_values"]


def standardise(x):
    return (x - column_means(x)) / ((x.amax(0) - x.amin(0)) / 2)
