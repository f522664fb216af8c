"""Where configs are looked for: those that ship, files and texts."""

from pathlib import Path
from typing import get_args

import pytest

from riverboat.base.configs import ConfigKind, config_names, find_config
from riverboat.errors import MenuError

KINDS: tuple[ConfigKind, ...] = get_args(ConfigKind)


@pytest.mark.parametrize("kind", KINDS)
def test_shipped_configs_are_found_by_name_and_say_why(kind: ConfigKind) -> None:
    assert config_names(kind)
    for name in config_names(kind):
        found = find_config(kind, name, MenuError)
        assert found.name == name
        assert found.text.startswith("#"), f"{kind}/{name} has no comment that says what it is for"


def test_every_toml_of_the_package_is_a_config_of_a_kind() -> None:
    package = Path(__file__).parents[2] / "src" / "riverboat"
    files = [path.relative_to(package).parts for path in package.rglob("*.toml")]
    assert {file[:2] for file in files} == {("configs", kind) for kind in KINDS}
    for kind in KINDS:  # in its folder or that of a family in it, each name once
        names = [file[-1].removesuffix(".toml") for file in files if file[1] == kind]
        assert sorted(names) == list(config_names(kind))


def test_files_and_texts(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("\ufeffname = 1", "utf-8")  # some editors begin with a mark
    for source, folder in ((str(tmp_path / "mine.toml"), Path()), ("mine.toml", tmp_path)):
        assert find_config("trees", source, MenuError, folder=folder) == ("name = 1", "mine", tmp_path)
    assert find_config("trees", "name = 1", MenuError) == ("name = 1", "", Path())


def test_what_is_no_config(tmp_path: Path) -> None:
    with pytest.raises(
        MenuError, match=r"'hu-fpca' is not a config of a betting tree; .*did you mean 'hu-fcpa'\?"
    ):
        find_config("trees", "hu-fpca", MenuError)
    with pytest.raises(MenuError, match=r"7 is not a training config; give a name such as .*, a path"):
        find_config("training", 7, MenuError)  # type: ignore[arg-type]
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MenuError, match="is not text in UTF-8"):
        find_config("games", tmp_path / "bad.toml", MenuError)
    with pytest.raises(FileNotFoundError):
        find_config("games", tmp_path / "none.toml", MenuError)
