"""Wrong: masked_blend cleans both sides with nan_to_num, which also changes an inf or NaN that was chosen."""


def pairwise_sq_dist_broadcast(x, y):
    return (x.unsqueeze(1) - y).pow(2).sum(2)


def pairwise_sq_dist_lowmem(x, y):
    total = 0
    for xd, yd in zip(x.unbind(1), y.unbind(1)):
        total = total + (xd[:, None] - yd) ** 2
    return total


def masked_blend(cond, a, b):
    return cond * a.nan_to_num() + ~cond * b.nan_to_num()
