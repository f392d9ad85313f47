"""You summed along dimension 1: that gives the mean of each row."""

FAILS = ["test_example", "test_values", "test_data"]


def column_means(x):
    return x.sum(1) / x.shape[1]
