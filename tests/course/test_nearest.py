from grader.course.nearest import did_you_mean, nearest


def test_the_likeliest_comes_first_whatever_the_case() -> None:
    assert nearest("Linreg_Numpi", ["linreg_autograd", "linreg_numpy", "micrograd"])[0] == "linreg_numpy"


def test_a_part_of_a_name_is_near() -> None:
    assert nearest("blowup", ["pairwise_without_blowup", "micrograd"]) == ["pairwise_without_blowup"]


def test_nothing_is_offered_where_nothing_is_near() -> None:
    assert nearest("zzz", ["linreg_numpy"]) == []
    assert did_you_mean("zzz", ["linreg_numpy"]) == ""


def test_the_question_reads_well() -> None:
    assert did_you_mean("aab", ["aaa"]) == " Did you mean aaa?"
    assert did_you_mean("aax", ["aaa", "aab", "aac", "aad"]).count(",") == 1
    assert " or " in did_you_mean("aax", ["aaa", "aab"])
