"""Dependencies between checks."""

import pytest

from grader.faults import AuthorFault
from grader.judge.dependencies import ordered, resolve, with_dependencies

CHECKS = ["test_b[x]", "test_b[y]", "test_a[x]", "test_a[y]", "test_c", "test_d[z]"]


def test_the_same_case_where_ids_match_else_all_cases() -> None:
    graph = resolve(CHECKS, {"test_b[x]": ["test_a"], "test_c": ["test_a"], "test_d[z]": ["test_b"]})
    assert graph["test_b[x]"] == ("test_a[x]",)
    assert graph["test_c"] == ("test_a[x]", "test_a[y]")
    assert graph["test_d[z]"] == ("test_b[x]", "test_b[y]")
    assert graph["test_b[y]"] == ()


def test_one_case_can_be_named() -> None:
    assert resolve(CHECKS, {"test_c": ["test_a[y]"]})["test_c"] == ("test_a[y]",)


def test_a_name_is_looked_for_in_the_same_class_first() -> None:
    graph = resolve(["test_a", "TestX::test_a", "TestX::test_b"], {"TestX::test_b": ["test_a"]})
    assert graph["TestX::test_b"] == ("TestX::test_a",)


@pytest.mark.parametrize("asked", ["test_aa", "test_a[q]", "nothing_like_it"])
def test_an_unknown_name_is_the_authors_fault(asked: str) -> None:
    with pytest.raises(AuthorFault, match="no check of this exercise"):
        resolve(CHECKS, {"test_c": [asked]})


def test_the_nearest_name_is_told() -> None:
    with pytest.raises(AuthorFault, match="Did you mean test_c"):
        resolve(CHECKS, {"test_a[x]": ["tets_c"]})


@pytest.mark.parametrize("wanted", [{"test_c": ["test_c"]}, {"test_c": ["test_a"], "test_a[x]": ["test_c"]}])
def test_a_circle_is_the_authors_fault(wanted: dict[str, list[str]]) -> None:
    with pytest.raises(AuthorFault, match="circle"):
        resolve(CHECKS, wanted)


def test_dependencies_run_first_and_the_rest_keeps_its_place() -> None:
    graph = resolve(CHECKS, {"test_b[x]": ["test_a"]})
    assert ordered(CHECKS, graph) == ["test_a[x]", *[check for check in CHECKS if check != "test_a[x]"]]


def test_a_chosen_check_brings_what_it_depends_on() -> None:
    graph = resolve(CHECKS, {"test_c": ["test_b"], "test_b[x]": ["test_a"]})
    assert with_dependencies(["test_c"], graph) == {"test_c", "test_b[x]", "test_b[y]", "test_a[x]"}
