"""Shapes in words."""

import pytest

from grader.checks.spec import Contract, parse_shapes


def test_reads_inputs_and_results() -> None:
    contract = Contract.parse("b n d, b m d -> b n m, b")
    assert [str(shape) for shape in contract.inputs] == ["(b, n, d)", "(b, m, d)"]
    assert [shape.sizes({"b": 2, "n": 3, "m": 5, "d": 7}) for shape in contract.outputs] == [(2, 3, 5), (2,)]


def test_scalars_integers_and_expressions() -> None:
    contract = Contract.parse("n 3 -> ")
    assert contract.inputs[0].sizes({"n": 4}) == (4, 3)
    assert contract.outputs[0].sizes({}) == ()
    assert Contract.parse("n -> (n-1)//2+1 2*n").outputs[0].sizes({"n": 5}) == (3, 10)


def test_one_dimension_is_shown_as_a_tuple() -> None:
    assert str(parse_shapes("n")[0]) == "(n,)"
    assert str(parse_shapes("")[0]) == "()"


@pytest.mark.parametrize("text", ["n d", "n -> m", "n -> f(n)", "n -> n**2", "n 1.5 -> n", "n -> 'a'", "n -> n+"])
def test_a_contract_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Contract.parse(text).outputs[0].sizes({"n": 1})
