"""You divided by N - 1: that is for a variance; a mean divides by N."""

FAILS = ["test_example", "test_values", "test_data"]


def column_means(x):
    return x.sum(0) / (x.shape[0] - 1)
