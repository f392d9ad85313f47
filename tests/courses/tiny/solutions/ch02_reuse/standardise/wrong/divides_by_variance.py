"""You divided by the variance; its square root, the standard deviation, brings the variance to 1."""

from column_means import column_means

FAILS = ["test_example"]


def standardise(x):
    centred = x - column_means(x)
    return centred / column_means(centred.square())
