"""What is handed in to break the grader: each is listed with its student and the reason, and never stops the rest."""

import io
import os
import socket
import stat
import struct
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.batch.intake import HandedIn, take_in, tree
from grader.batch.intake.tree import bad_name, leads_out, split_name
from grader.course import load_course
from grader.submission import MAX_FILE_BYTES, Submission, submission_of
from grader.verdict import Cause
from tests.batch.intake.trees import EXERCISES, SCALE, folder, tarred, zipped

COURSE = load_course(Path(__file__).parents[2] / "courses" / "tiny")
EXERCISE = COURSE.exercise("ch01_basics/scale")
RIGHT = SCALE + b"# one of ours\n"
CANARY = b"the canary that must not come out\n"


def read(path: Path) -> tuple[dict[str, HandedIn], dict[str, list[str]]]:
    """(what was handed in, sentences) by student."""
    intake = take_in(path, EXERCISES)
    found = {each.student: each for each in intake.handed_in}
    said: dict[str, list[str]] = {}
    for problem in intake.problems:
        said.setdefault(problem.student, []).append(problem.sentence)
    return found, said


def submitted(each: HandedIn) -> Submission:
    return submission_of(each.files, [EXERCISE], each.student, each.unread)


def beside_honest_ones(root: Path, **packed: bytes) -> Path:
    """A class with an honest student at either end and, between them, an archive of a hostile one."""
    return folder(root, {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, **{f"{k}.zip": v for k, v in packed.items()}})


def assert_honest_ones_are_there(found: Mapping[str, HandedIn]) -> None:
    assert found["aaron"].files == {("scale.py",): RIGHT}
    assert found["zoe"].files == {("scale.py",): RIGHT}


# -- in a folder on disk ----------------------------------------------------------------------------------------------


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as end:
        here = os.getcwd()
        os.chdir(path.parent)  # the whole path may be too long for a socket's name
        try:
            end.bind(path.name)
        finally:
            os.chdir(here)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.symlink_to(path.parents[2] / "secret.py"), "`mallory/scale.py` is a link"),
        (lambda path: path.symlink_to("nowhere"), "`mallory/scale.py` is a link"),
        (os.mkfifo, "`mallory/scale.py` is no ordinary file"),
        (_socket, "`mallory/scale.py` is no ordinary file"),
    ],
    ids=["link", "link to nothing", "pipe", "socket"],
)
def test_special_files_in_a_folder(tmp_path: Path, make: Callable[[Path], object], says: str) -> None:
    (tmp_path / "secret.py").write_bytes(CANARY)
    root = folder(tmp_path / "class", {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, "mallory/x.txt": b""})
    make(root / "mallory" / "scale.py")
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert says in said["mallory"][0]
    assert submitted(found["mallory"]).notices[EXERCISE.id].cause is Cause.IMPORT_ERROR
    assert says in submitted(found["mallory"]).notices[EXERCISE.id].sentence


@pytest.mark.skipif(os.geteuid() != 0 or not os.path.exists("/dev/null"), reason="only root makes devices")
def test_a_device_in_a_folder(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, "mallory/x.txt": b""})
    try:
        os.mknod(root / "mallory" / "scale.py", stat.S_IFCHR | 0o644, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("no devices in this container")
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert "is no ordinary file" in said["mallory"][0]


def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    folder(tmp_path / "outside", {"scale.py": CANARY})
    root = folder(tmp_path / "class", {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, "mallory/x.txt": b""})
    (root / "mallory" / "ch01_basics").symlink_to(tmp_path / "outside")
    (root / "linked").symlink_to(tmp_path / "outside")
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert all(CANARY not in each.files.values() for each in found.values())
    assert said["mallory"] == ["`mallory/ch01_basics` is a link: it was left out."]
    assert said[""] == ["`linked` is a link: it was left out."]


def test_a_link_put_there_after_the_folder_was_looked_at_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_bytes(CANARY)
    root = folder(tmp_path / "class", {"aaron/scale.py": RIGHT, "mallory/scale.py": SCALE, "zoe/scale.py": RIGHT})
    intake = take_in(root, EXERCISES)
    (root / "mallory" / "scale.py").unlink()
    (root / "mallory" / "scale.py").symlink_to(tmp_path / "secret.py")
    found = {each.student: each for each in intake.handed_in}
    assert_honest_ones_are_there(found)
    assert found["mallory"].files == {}
    assert [problem.student for problem in intake.problems] == ["mallory"]


def test_what_was_hashed_is_what_is_graded(tmp_path: Path) -> None:
    root = folder(tmp_path / "class", {"ada/scale.py": SCALE, "zoe/scale.py": RIGHT})
    ada = next(each for each in take_in(root, EXERCISES).handed_in if each.student == "ada")
    file = submitted(ada).files[EXERCISE.id]
    (root / "ada" / "scale.py").write_bytes(b"something else\n")
    assert file.content == SCALE
    assert file == submission_of({("scale.py",): SCALE}, [EXERCISE]).files[EXERCISE.id]


@pytest.mark.parametrize(
    "name", ["new\nline", "esc\x1b[2J", "rtl\u202eyp.elacs", "bell\x07", "line\u2028sep", "zero\u200bwidth"]
)
def test_control_characters_in_names(tmp_path: Path, name: str) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, f"mallory/{name}/scale.py": SCALE})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert found["mallory"].files == {}
    assert "has control characters in its name" in said["mallory"][0]
    assert name not in said["mallory"][0]


@pytest.mark.parametrize("name", ["=cmd()", "<script>alert(1)", "a'; DROP TABLE paper; --", "%s%n{0}", "e" * 200])
def test_names_that_are_aimed_at_a_reader_are_just_names(tmp_path: Path, name: str) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, f"{name}/scale.py": SCALE, "zoe/scale.py": RIGHT})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert found[name].files == {("scale.py",): SCALE}
    assert said == {}


def test_a_students_own_name_with_control_characters_is_shown_without(tmp_path: Path) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "mal\x1b[31mlory\n/scale.py": SCALE, "zoe/scale.py": RIGHT})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert set(found) == {"aaron", "mal�[31mlory�", "zoe"}
    assert "control characters" in said["mal�[31mlory�"][0]


def test_names_that_differ_in_case_alone(tmp_path: Path) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, "Zoe/scale.py": SCALE})
    folder(root, {"mallory/Scale.py": SCALE, "mallory/scale.py": RIGHT})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert found["Zoe"].files == {("scale.py",): SCALE}  # another student, not another spelling of a file
    assert said["mallory"] == ["`mallory/scale.py` has the same name as `mallory/Scale.py`, but for its case."] or said[
        "mallory"
    ] == ["`scale.py` has the same name as `Scale.py`, but for its case."]


def test_a_hundred_thousand_files_cost_nobody_else_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_OWN_ENTRIES", 50)
    monkeypatch.setattr(tree.grow, "__defaults__", (tree.MAX_ENTRIES, 50))
    files = {f"mallory/{at // 40}/{at}.py": b"" for at in range(200)}
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, "mallory/scale.py": RIGHT, **files})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert len(found["mallory"].files) <= 50
    assert said["mallory"] == ["There are more than 50 files in `mallory`: the rest was not looked at."]
    wrapped = folder(tmp_path / "w", {f"hw/{name}": content for name, content in files.items()})
    folder(wrapped / "hw", {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT})
    found, said = read(wrapped)
    assert_honest_ones_are_there(found)
    assert said["mallory"] == ["There are more than 50 files in `hw/mallory`: the rest was not looked at."]


def test_folders_beyond_the_depth_are_left_out(tmp_path: Path) -> None:
    deep = "mallory/" + "d/" * 40
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, f"{deep}scale.py": SCALE})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert "folders deep" in said["mallory"][0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_the_machine_can_not_read_is_nobodys_zero(tmp_path: Path) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "ada/scale.py": RIGHT, "zoe/scale.py": RIGHT})
    (root / "ada" / "scale.py").chmod(0)
    found, _ = read(root)
    assert_honest_ones_are_there(found)
    assert submitted(found["ada"]).notices[EXERCISE.id].cause is Cause.INFRASTRUCTURE


def test_a_read_error_is_nobodys_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "ada/scale.py": RIGHT, "zoe/scale.py": RIGHT})
    intake = take_in(root, EXERCISES)
    (root / "ada" / "scale.py").unlink()  # as when a network folder goes away in the middle
    found = {each.student: each for each in intake.handed_in}
    assert_honest_ones_are_there(found)
    notice = submitted(found["ada"]).notices[EXERCISE.id]
    assert notice.cause is Cause.INFRASTRUCTURE
    assert "no such file" in notice.sentence


# -- in a student's own archive ---------------------------------------------------------------------------------------


def zip_of(name: str, mode: int = 0, content: bytes = b"/etc/passwd") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = mode << 16
        archive.writestr(entry, content)
    return packed.getvalue()


def tar_of(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", content: bytes = b"") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.type, member.linkname, member.size = kind, link, len(content)
        archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def _encrypted() -> bytes:
    packed = bytearray(zip_of("scale.py", content=SCALE))
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    return bytes(packed)


def _wrong_checksum() -> bytes:
    packed = zip_of("scale.py", content=SCALE)
    return packed.replace(SCALE, SCALE.replace(b"factor", b"raptor"))


def _overlapping() -> bytes:
    """Many entries of the list of contents that all mean the same bytes."""
    packed = zip_of("scale.py", content=SCALE)
    start = packed.index(b"PK\x01\x02")
    end = packed.index(b"PK\x05\x06")
    entry = packed[start:end]
    entries = entry + entry.replace(b"scale.py", b"other.py")
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, len(entries), start, 0)
    return packed[:start] + entries + tail


def _long_names(count: int) -> bytes:
    """A chain of headers that each say that the next one has a long name: tarfile calls itself for each."""
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 8
    return (member.tobuf(tarfile.GNU_FORMAT) + b"scale.py".ljust(512, b"\0")) * count


def _lzma_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("scale.py", b"#" * (8 << 20))
    return packed.getvalue()


@dataclass(frozen=True, slots=True)
class Trick:
    name: str
    file: str
    content: Callable[[], bytes]
    says: str


TRICKS = [
    Trick("zip link", "hw.zip", lambda: zip_of("scale.py", stat.S_IFLNK | 0o777), "`scale.py` is a link"),
    Trick("zip device", "hw.zip", lambda: zip_of("scale.py", stat.S_IFCHR | 0o644), "is no ordinary file"),
    Trick("zip pipe", "hw.zip", lambda: zip_of("scale.py", stat.S_IFIFO | 0o644), "is no ordinary file"),
    Trick("zip up", "hw.zip", lambda: zip_of("../aaron/scale.py"), "leads out of its folder"),
    Trick("zip up, backslashes", "hw.zip", lambda: zip_of("..\\aaron\\scale.py"), "leads out of its folder"),
    Trick("zip up, inside", "hw.zip", lambda: zip_of("a/../../aaron/scale.py"), "leads out of its folder"),
    Trick("zip absolute", "hw.zip", lambda: zip_of("/etc/scale.py"), "leads out of its folder"),
    Trick("zip drive", "hw.zip", lambda: zip_of("C:\\scale.py"), "leads out of its folder"),
    Trick("zip drive, relative", "hw.zip", lambda: zip_of("C:scale.py"), "leads out of its folder"),
    Trick("zip control", "hw.zip", lambda: zip_of("a\nb/scale.py"), "has control characters"),
    Trick("zip encrypted", "hw.zip", _encrypted, "is locked by a password"),
    Trick("zip checksum", "hw.zip", _wrong_checksum, "is damaged in its archive (Bad CRC-32"),
    Trick("zip overlapping", "hw.zip", _overlapping, "its entries overlap"),
    Trick("zip cut off", "hw.zip", lambda: zipped({"scale.py": SCALE})[:-20], "is no archive that can be read"),
    Trick("zip empty", "hw.zip", lambda: b"", "is no archive that can be read"),
    Trick("zip lzma", "hw.zip", _lzma_bomb, "is packed in a way that can't be read"),
    Trick("zip in zip", "hw.zip", lambda: zipped({"in.zip": zipped({"scale.py": SCALE})}), "an archive within an"),
    Trick("tar in zip", "hw.zip", lambda: zipped({"in.tar.gz": tarred({"scale.py": SCALE})}), "an archive within an"),
    Trick("zip many", "hw.zip", lambda: zipped({f"{n}.py": b"" for n in range(10_001)}), "more than 10,000 files"),
    Trick("zip many more", "hw.zip", lambda: zipped({f"{n:>0200}": b"" for n in range(9_000)}), "list of contents"),
    Trick("tar link", "hw.tar", lambda: tar_of("scale.py", tarfile.SYMTYPE, "/etc/passwd"), "`scale.py` is a link"),
    Trick("tar hard link", "hw.tar", lambda: tar_of("scale.py", tarfile.LNKTYPE, "/etc/passwd"), "is a link"),
    Trick("tar device", "hw.tar", lambda: tar_of("scale.py", tarfile.CHRTYPE), "is no ordinary file"),
    Trick("tar block device", "hw.tar", lambda: tar_of("scale.py", tarfile.BLKTYPE), "is no ordinary file"),
    Trick("tar pipe", "hw.tar", lambda: tar_of("scale.py", tarfile.FIFOTYPE), "is no ordinary file"),
    Trick("tar up", "hw.tar", lambda: tar_of("../aaron/scale.py", content=SCALE), "leads out of its folder"),
    Trick("tar absolute", "hw.tar", lambda: tar_of("/scale.py", content=SCALE), "leads out of its folder"),
    Trick("tar cut off", "hw.tar", lambda: tar_of("scale.py", content=b"#" * 5000)[:2000], "unexpected end of data"),
    Trick("tar.gz cut off", "hw.tar.gz", lambda: tarred({"scale.py": os.urandom(5000)})[:-900], "can be read"),
    Trick("tar.xz nonsense", "hw.tar.xz", lambda: b"\xfd7zXZ\0nonsense", "is no archive that can be read"),
    Trick("tar long names", "hw.tar", lambda: _long_names(3000), "is no archive that can be read"),
    Trick("tar ratio", "hw.tar.gz", lambda: tarred({"x.bin": bytes(65 << 20)}), "unpacks to more than 64 MiB"),
    Trick("tar many", "hw.tar.gz", lambda: tarred({f"{n}": b"" for n in range(10_001)}), "more than 10,000 files"),
]  # fmt: skip


def _slow_ones_marked(trick: Trick) -> object:
    big = "many" in trick.name or "ratio" in trick.name
    return pytest.param(trick, marks=pytest.mark.slow if big else (), id=trick.name)


@pytest.mark.parametrize("trick", [_slow_ones_marked(trick) for trick in TRICKS])
def test_every_trick_is_told_with_its_student_and_stops_nobody(tmp_path: Path, trick: Trick) -> None:
    root = folder(tmp_path, {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT, f"mallory/{trick.file}": trick.content()})
    found, said = read(root)
    assert_honest_ones_are_there(found)
    assert any(trick.says in sentence for sentence in said["mallory"]), said
    assert set(said) == {"mallory"}
    assert not any(found["mallory"].files.values())  # names of other files at most
    notice = submitted(found["mallory"]).notices[EXERCISE.id]
    assert notice.cause is Cause.IMPORT_ERROR or "leads out" in trick.says
    assert not (tmp_path / "aaron" / "other.py").exists()


@pytest.mark.parametrize("trick", [each for each in TRICKS if each.file == "hw.zip"][:10], ids=lambda trick: trick.name)
def test_a_trick_in_the_classs_own_zip_stops_nobody(tmp_path: Path, trick: Trick) -> None:
    """As platforms pack what students uploaded: the student's name comes first."""
    packed = io.BytesIO(zipped({"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT}))
    with zipfile.ZipFile(packed, "a") as archive, zipfile.ZipFile(io.BytesIO(trick.content())) as own:
        for entry in own.infolist():
            entry.filename = f"mallory/{entry.filename}"
            archive.writestr(entry, own.read(entry.orig_filename))
    path = tmp_path / "class.zip"
    path.write_bytes(packed.getvalue())
    found, said = read(path)
    assert_honest_ones_are_there(found)
    assert any(
        trick.says.replace("`scale.py`", "") in sentence for sentences in said.values() for sentence in sentences
    )


@pytest.mark.slow
def test_a_ratio_bomb_is_read_no_further_than_a_file_may_be_long(tmp_path: Path) -> None:
    root = folder(tmp_path, {"mallory/hw.zip": zipped({"scale.py": b"#" * (100 << 20)}), "zoe/scale.py": RIGHT})
    tracemalloc.start()
    found, _ = read(root)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found["mallory"].files["scale.py",]) == MAX_FILE_BYTES + 1
    assert "too large" in submitted(found["mallory"]).notices[EXERCISE.id].sentence
    assert peak < 40 << 20


@pytest.mark.slow
def test_many_files_of_one_student_are_bounded_in_all(tmp_path: Path) -> None:
    many = {f"{at}/scale.py": bytes([at]) * (1 << 20) for at in range(80)}
    root = folder(tmp_path, {"mallory/hw.zip": zipped(many), "zoe/scale.py": RIGHT})
    found, said = read(root)
    assert sum(map(len, found["mallory"].files.values())) <= 64 << 20
    assert said["mallory"] == ["More than 64 MiB were handed in: the rest was not looked at."]


def test_the_same_file_twice_is_told_and_the_first_counts(tmp_path: Path) -> None:
    root = folder(tmp_path, {"ada/scale.py": RIGHT, "ada/hw.zip": zipped({"scale.py": SCALE}), "zoe/scale.py": RIGHT})
    found, said = read(root)
    assert found["ada"].files == {("scale.py",): RIGHT}
    assert said == {"ada": ["`scale.py` was handed in twice: the first one counts."]}


def test_damage_in_the_downloaded_zip_is_nobodys_zero(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("aaron", "ada", "zoe"):
            archive.writestr(f"{name}/scale.py", RIGHT.replace(b"ours", name.encode()))
    path.write_bytes(packed.getvalue().replace(b"one of ada", b"one of eve"))
    found, said = read(path)
    assert list(said) == ["ada"]
    assert submitted(found["ada"]).notices[EXERCISE.id].cause is Cause.INFRASTRUCTURE
    assert EXERCISE.id in submitted(found["zoe"]).files


def test_random_bytes_in_archives_never_stop_the_rest(tmp_path: Path) -> None:
    """Every byte of the lists of contents, changed in turn, in three kinds of archive."""
    zip_bytes, tar_bytes = zipped({"scale.py": SCALE}), tarred({"scale.py": SCALE}, "w")
    gz_bytes = tarred({"scale.py": SCALE})
    files = {"aaron/scale.py": RIGHT, "zoe/scale.py": RIGHT}
    for name, content, span in (("zip", zip_bytes, 400), ("tar", tar_bytes, 512), ("tar.gz", gz_bytes, 400)):
        for at in range(0, min(span, len(content)), 3):
            broken = content[:at] + bytes([content[at] ^ 0xA5]) + content[at + 1 :]
            files[f"{name.replace('.', '')}{at}.{name}"] = broken
    found, _ = read(folder(tmp_path, files))
    assert_honest_ones_are_there(found)
    assert len(found) == len(files)


@pytest.mark.slow
def test_a_class_of_many_files_is_read_in_linear_time(tmp_path: Path) -> None:
    """Not quadratic: ten thousand students are some ten times a thousand."""

    def seconds(count: int) -> float:
        path = tmp_path / f"{count}.zip"
        path.write_bytes(zipped({f"hw/s{at}/scale.py": b"" for at in range(count)}))
        begin = time.process_time()
        assert sum(1 for _ in take_in(path, EXERCISES).handed_in) == count
        return time.process_time() - begin

    assert seconds(10_000) < 40 * max(seconds(1_000), 0.02)


@pytest.mark.parametrize("name", ["../x", "/x", "a/../x", "a//x", "C:/x", "c:x", "..\\x", ".", "", "a/./b"])
def test_names_that_lead_out(name: str) -> None:
    assert leads_out(split_name(name))


@pytest.mark.parametrize("name", ["./x", "a/x", "a..b/x", "...", "Übung 1/x", "می\u200cخواهم", "👩\u200d💻.py"])
def test_plain_names(name: str) -> None:
    assert not leads_out(split_name(name))
    assert bad_name(split_name(name)) is None
