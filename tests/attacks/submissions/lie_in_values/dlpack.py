"""Objects with a __dlpack__ of their own."""
class Capsule:
    def __dlpack__(self, **kwargs):
        return 0

    def __dlpack_device__(self):
        return (1, 0)


def double(x):
    return Capsule()


row_softmax = count = train = double
