"""Hidden checks for frozen_and_straight."""

import pytest
import torch
import torch.nn.functional as F
from fixtures import flags, gradients_around, moved_by_optimizer, names_left, training
from frozen_and_straight import freeze, hard_argmax_st, trainable, upsample

from grader.checks import assert_close, assert_gradients, assert_matches, assert_raises_clearly

AROUND = ["stem.weight", "stem.bias", "head.weight", "head.bias"]
BODY = [
    f"body.{name}"
    for name in ("0.weight", "0.bias", "1.weight", "1.bias", "3.weight", "3.bias", "4.0.weight", "4.0.bias")
]
each_mode = pytest.mark.parametrize("mode", ["nearest", "bilinear"])


def pictures(rng, rows=5):
    return torch.randn(rows, 1, 2, 2, generator=rng, dtype=torch.float64)


def interpolated(x, scale, mode):
    options = {"align_corners": False} if mode == "bilinear" else {}
    return F.interpolate(x, scale_factor=scale, mode=mode, **options)


def one_hot(logits):
    return F.one_hot(logits.argmax(-1), logits.shape[-1]).to(logits)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_freeze():
    """The example of the statement: stem and head are left"""
    left = names_left(freeze, trainable, ["body"])
    assert left == AROUND, f"with the body frozen, trainable(model) should be {AROUND}; yours is {left}"


@pytest.mark.points(1)
def test_freeze_flags():
    """freeze: exactly the parameters of the module, at any depth; trainable: in order"""
    for part, inside in (("body", BODY), ("head", AROUND[2:]), ("", AROUND + BODY)):
        for name, requires_grad in flags(freeze, part).items():
            right = name not in inside
            assert requires_grad is right, (
                f"after freezing `{part or 'the whole model'}`, requires_grad of {name} should be {right}"
            )
    left = names_left(freeze, trainable, ["stem", "head"])
    assert left == BODY, f"with stem and head frozen, trainable(model) should be {BODY}; yours is {left}"
    assert names_left(freeze, trainable, [""]) == [], "with all frozen, trainable(model) should be []"


@pytest.mark.points(1)
def test_freeze_old_gradients(rng, seed):
    """freeze: no optimizer moves what is frozen, also where gradients of before are left"""
    moved = moved_by_optimizer(freeze, seed % 2**31, pictures(rng))
    assert moved == AROUND, f"the optimizer should move {AROUND}; with the body frozen it moves {moved}"


@pytest.mark.points(2)
def test_freeze_statistics(rng, seed):
    """freeze: batch norms stay in eval mode when train() is called later; everything else is switched"""
    for bn_eval in (None, True):
        found = training(freeze, seed % 2**31, pictures(rng), bn_eval)
        assert not found["batch norms in train mode after freeze"], (
            "right after `freeze`, a batch norm is in train mode"
        )
        assert not found["moved"], f"in train mode, the frozen statistics {', '.join(found['moved'])} move"
        for output in found["outputs"]:
            message = "the output in train mode, where nothing but the frozen batch norms has two modes"
            assert_close(output, found["eval output"], message=message)
        assert found["model in train mode"], "after model.train(), another part than a batch norm is in eval mode"


@pytest.mark.points(1)
def test_freeze_without_bn_eval(rng, seed):
    """freeze: with bn_eval=False batch norms go on as before"""
    found = training(freeze, seed % 2**31, pictures(rng), False)
    right = [f"body.{n}.{s}" for n in ("1", "4.0") for s in ("running_mean", "running_var", "num_batches_tracked")]
    assert found["moved"] == right, (
        f"with bn_eval=False, all statistics should move in train mode; moved: {found['moved']}"
    )
    assert found["batch norms in train mode after freeze"] == 2, "with bn_eval=False, `freeze` should leave modes alone"


@pytest.mark.points(1)
def test_gradients_pass_through(rng, seed):
    """freeze: gradients pass through to what comes before"""
    got = gradients_around(freeze, seed % 2**31, pictures(rng))
    assert got == AROUND, f"with the body frozen, gradients should reach {AROUND}; they reach {got}"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_argmax():
    """The example of the statement: [0, 1, 0]"""
    actual = hard_argmax_st(torch.tensor([1.0, 2.0, 0.5]))
    assert_close(actual, torch.tensor([0.0, 1.0, 0.0]))


@pytest.mark.points(1)
def test_argmax_values(rng):
    """hard_argmax_st: exactly 0 and 1, the first of equal entries, for any number of dimensions"""
    for dtype in (torch.float32, torch.float64):
        for shape in ((200, 7), (2, 3, 4), (5,), (3, 1), (0, 4)):
            x = torch.randn(shape, generator=rng, dtype=dtype) * 3
            assert_matches(hard_argmax_st, one_hot, [(x,)], rtol=0, atol=0)
    ties = torch.tensor([[1.0, 1.0, 0.0], [0.0, 2.0, 2.0]])
    assert_matches(hard_argmax_st, one_hot, [(ties,)], rtol=0, atol=0)


@pytest.mark.points(2)
def test_argmax_gradient(rng):
    """hard_argmax_st: the gradient is that of softmax over the last dimension"""
    for shape in ((4, 3), (2, 2, 5)):
        x = torch.randn(shape, generator=rng, dtype=torch.float64)
        c = torch.randn(shape, generator=rng, dtype=torch.float64)
        a, b = x.clone().requires_grad_(), x.clone().requires_grad_()
        out = hard_argmax_st(a)
        assert out.requires_grad, "no gradient leads through `hard_argmax_st`"
        (out * c).sum().backward()
        (b.softmax(-1) * c).sum().backward()
        assert_close(a.grad, b.grad, message="the gradient of sum(hard_argmax_st(logits) * c)")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_upsample():
    """The examples of the statement: a row of two pixels, twice as wide"""
    x = torch.tensor([[[[0.0, 4.0]]]])
    assert_close(upsample(x, 2, "nearest"), torch.tensor([[[[0.0, 0.0, 4.0, 4.0]] * 2]]).reshape(1, 1, 2, 4))
    assert_close(upsample(x, 2, "bilinear"), torch.tensor([[[[0.0, 1.0, 3.0, 4.0]] * 2]]).reshape(1, 1, 2, 4))


@pytest.mark.points(2)
@each_mode
def test_upsample_values(mode, rng):
    """upsample: what F.interpolate gives"""
    for shape, scale in (((2, 3, 4, 5), 2), ((1, 1, 1, 1), 3), ((1, 2, 3, 1), 4), ((2, 1, 5, 2), 3), ((1, 1, 3, 4), 1)):
        for dtype in (torch.float32, torch.float64):
            x = torch.randn(shape, generator=rng, dtype=dtype)
            # Worst of 500 draws of the reference: 9.5e-7 in float32, 2.4e-15 in float64.
            tolerance = 1e-5 if dtype == torch.float32 else 1e-12
            assert_matches(upsample, interpolated, [(x, scale, mode)], rtol=tolerance, atol=tolerance)
    columns = torch.randn(1, 2, 4, 3, generator=rng).transpose(2, 3)
    assert_matches(upsample, interpolated, [(columns, 2, mode)], rtol=1e-5, atol=1e-5)


@pytest.mark.points(1)
@each_mode
def test_upsample_gradients(mode, rng):
    """upsample: gradients reach every pixel"""
    x = torch.randn(1, 2, 2, 3, generator=rng, dtype=torch.float64)
    assert_gradients(lambda x: upsample(x, 3, mode), x)


@pytest.mark.points(1)
def test_upsample_refuses():
    """upsample: another mode is a ValueError"""
    assert_raises_clearly(ValueError, upsample, torch.zeros(1, 1, 2, 2), 2, "bicubic")
