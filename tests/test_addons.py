"""Drop-in add-ons: folders beside the recipes that a person enables, and that nothing else runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from levelgen import LevelgenError, PluginError, RecipeError, generate, load_recipe, verify
from levelgen.plugins import registry
from tests.conftest import Command

RECIPE = """\
levelgen: 1
seed: 1
graph: {grid: {rows: 3, columns: 3}}
spanning_tree: kruskal
passes: [flood]
"""
MANIFEST = """\
[plugin]

name="Flood"
description="Water = where it was dry; and so on"
author='A Level Designer'
version="1.0"
script="plugin.py"

[levelgen.passes]
; as entry points do: name = function
flood = "rise"
"""
SCRIPT = """\
from pathlib import Path
from levelgen import Mark

Path(__file__).with_name("ran").touch()

def rise(level, rng):
    return level.with_marks([Mark("water", 0)])
"""
ENABLED = '[addons]\nenabled = ["flood"]\n'


class Project:
    """A folder with a recipe that needs the add-on `flood`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = folder / "levelgen.toml"
        self.addon = folder / "addons" / "flood"
        self.manifest = self.addon / "plugin.cfg"
        self.write({"recipe.yaml": RECIPE, "levelgen.toml": ENABLED})
        self.write({"addons/flood/plugin.cfg": MANIFEST, "addons/flood/plugin.py": SCRIPT})

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    def built(self) -> Any:
        registry.cache_clear()
        return generate(load_recipe(self.folder / "recipe.yaml"))

    def complaint(self, kind: type[LevelgenError] = RecipeError) -> str:
        """The one line that is said, with the project's folder taken out; whose code has run is seen by `ran`."""
        with pytest.raises(kind) as caught:
            self.built()
        assert "\n" not in str(caught.value)
        assert caught.value.exit_code == (2 if kind is RecipeError else 1)
        return str(caught.value).replace(f"{self.folder.resolve()}/", "").replace(f"{self.folder}/", "")

    @property
    def ran(self) -> bool:
        return (self.addon / "ran").exists()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_an_enabled_addon_works(project: Project) -> None:
    built = project.built()
    assert verify(built).rooms == 9
    assert built.level.marked("water") == [0]
    assert built.recipe.passes[0].plugin.origin == "add-on flood 1.0"
    assert project.ran


def test_an_addon_that_is_not_enabled_is_named_and_not_run(project: Project) -> None:
    for settings in (None, "", "[addons]\n", "[addons]\nenabled = []\n"):
        project.settings.unlink() if settings is None else project.settings.write_text(settings)
        assert project.complaint() == (
            "recipe.yaml:5:10: passes[0].flood: no pass 'flood'; add-on 'flood' has it: "
            'add "flood" to [addons] enabled in levelgen.toml'
        )
    assert not project.ran


def test_the_command_says_the_same(project: Project, levelgen: Command) -> None:
    project.settings.unlink()
    done = levelgen("build", "recipe.yaml", cwd=project.folder)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "add-on 'flood' has it" in done.stderr
    assert sorted(path.name for path in project.folder.iterdir()) == ["addons", "recipe.yaml"]
    assert not project.ran


def test_an_addon_is_listed_with_its_origin(project: Project, levelgen: Command) -> None:
    done = levelgen("plugins", "list", cwd=project.folder)
    assert any(line.split()[:5] == ["pass", "flood", "add-on", "flood", "1.0"] for line in done.stdout.splitlines())


def test_an_enabled_addon_that_no_recipe_names_is_not_run(project: Project) -> None:
    project.write({"recipe.yaml": RECIPE.replace("passes: [flood]\n", "")})
    assert project.built().level.marks == ()
    assert not project.ran


MANIFESTS = {
    "": "plugin.cfg: there is no section [plugin]; it needs one with a line 'script = plugin.py'",
    "[levelgen.passes]\nflood = rise\n": "plugin.cfg: there is no section [plugin]; it needs one with a line",
    "[plugin]\nname = Flood\n": "plugin.cfg: [plugin] script must name a Python file in the add-on's own folder",
    MANIFEST.replace("plugin.py", "../../x.py"): "plugin.cfg: [plugin] script must name a Python file in the add-on's",
    MANIFEST.replace("plugin.py", "/etc/x.py"): "plugin.cfg: [plugin] script must name a Python file in the add-on's",
    MANIFEST.replace("plugin.py", ".."): "plugin.cfg: [plugin] script must name a Python file in the add-on's",
    MANIFEST.replace("plugin.py", "plugin.gd"): "plugin.cfg: [plugin] script must name a Python file in the add-on's "
    "own folder, such as plugin.py, not 'plugin.gd'",
    MANIFEST.replace("plugin.py", "other.py"): "plugin.cfg: [plugin] script: there is no file other.py in the add-on's",
    MANIFEST.replace("levelgen.passes", "levelgen.pases"): "plugin.cfg: unknown section [levelgen.pases]; did you mean "
    "'levelgen.passes'?",
    "[DEFAULT]\nx = y\n" + MANIFEST: "plugin.cfg: unknown section [DEFAULT]; there is plugin, levelgen.graphs",
    "flood = rise\n": "plugin.cfg:1:1: there is text before the first section; begin with [plugin]",
    MANIFEST + "what is this\n": "plugin.cfg:12:1: not readable as an INI file: a line is neither [section] nor key",
    MANIFEST + "flood = fall\n": "plugin.cfg:12:1: 'flood' is there twice in [levelgen.passes]",
    MANIFEST + "[plugin]\n": "plugin.cfg:12:1: section [plugin] is there twice",
}


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_bad_manifests(manifest: str, project: Project) -> None:
    project.manifest.write_text(manifest, "utf-8")
    assert project.complaint().startswith(f"addons/flood/{MANIFESTS[manifest]}")
    assert not project.ran


def test_a_manifest_that_is_no_text(project: Project) -> None:
    project.manifest.write_bytes(b"[plugin]\nname = \xff\n")
    assert project.complaint() == "addons/flood/plugin.cfg: not readable: save it as UTF-8"


def test_files_with_a_byte_order_mark_are_read(project: Project) -> None:
    for file in (project.manifest, project.settings):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert project.built().level.marked("water") == [0]


def test_a_manifest_without_quotes_is_read(project: Project) -> None:
    project.manifest.write_text(MANIFEST.replace('"', "").replace("'", ""), "utf-8")
    assert project.built().recipe.passes[0].plugin.origin == "add-on flood 1.0"


def test_a_script_that_links_out_of_the_folder_is_refused(project: Project) -> None:
    outside = project.folder / "plugin.py"
    (project.addon / "plugin.py").rename(outside)
    (project.addon / "plugin.py").symlink_to(outside)
    assert "[plugin] script must name a Python file in the add-on's own folder" in project.complaint()
    assert not (project.folder / "ran").exists()


def test_a_folder_that_links_elsewhere_is_an_addon(project: Project) -> None:
    """So that its author can work on it where it is."""
    elsewhere = project.folder / "elsewhere"
    project.addon.rename(elsewhere)
    project.addon.symlink_to(elsewhere)
    assert project.built().level.marked("water") == [0]


SETTINGS = {
    '[addons]\nenabled = ["flood", "ebb"]\n': "levelgen.toml: add-on 'ebb' is enabled, but there is no "
    "addons/ebb/plugin.cfg; put the add-on there or take it out of [addons] enabled",
    '[addons]\nenabled = ["../flood"]\n': "levelgen.toml: [addons] enabled: '../flood' is no name of a folder in addons/",
    '[addons]\nenabled = ["a/b"]\n': "levelgen.toml: [addons] enabled: 'a/b' is no name of a folder in addons/, such as",
    '[addons]\nenabled = [".."]\n': "levelgen.toml: [addons] enabled: '..' is no name of a folder in addons/, such as",
    '[addons]\nenabled = [""]\n': "levelgen.toml: [addons] enabled: '' is no name of a folder in addons/, such as",
    '[addons]\nenabled = "flood"\n': 'levelgen.toml: [addons] enabled must be a list of folder names, such as ["flood"]',
    "[addons]\nenabled = [1]\n": 'levelgen.toml: [addons] enabled must be a list of folder names, such as ["flood"]',
    'addons = ["flood"]\n': 'levelgen.toml: [addons] enabled must be a list of folder names, such as ["flood"]',
    '[addon]\nenabled = ["flood"]\n': "levelgen.toml: unknown key 'addon'; did you mean 'addons'?",
    '[addons]\nenable = ["flood"]\n': "levelgen.toml: unknown key 'enable'; did you mean 'enabled'?",
    "[addons]\nenabled = [\n": "levelgen.toml: not readable as TOML: ",
    "[addons]\n\nenabled = flood\n": "levelgen.toml:3:11: not readable as TOML: Invalid value",
}


@pytest.mark.parametrize("settings", SETTINGS)
def test_bad_settings(settings: str, project: Project) -> None:
    project.settings.write_text(settings, "utf-8")
    assert project.complaint().startswith(SETTINGS[settings])
    assert not project.ran


def test_an_addon_enabled_twice_is_enabled(project: Project) -> None:
    project.settings.write_text('[addons]\nenabled = ["flood", "flood"]\n')
    assert project.built().level.marked("water") == [0]


def test_addons_of_other_programs_do_no_harm(project: Project) -> None:
    """A Godot project has an addons/ folder of its own, with manifests that are no INI files."""
    project.write({"addons/another/plugin.cfg": '[plugin]\ndescription="two\nlines"\nscript="plugin.gd"\n'})
    project.built()
    project.settings.unlink()
    assert "add-on 'flood' has it" in project.complaint()


SCRIPTS = {
    "x = 1": "addons/flood/plugin.py: no function 'rise', which plugin.cfg names",
    "rise = 1": "pass 'flood' of add-on flood 1.0 is not a function",
    "def rise(:": "pass 'flood' of add-on flood 1.0 cannot be loaded: SyntaxError: invalid syntax (plugin.py, line 1)",
    "1 // 0": "pass 'flood' of add-on flood 1.0 cannot be loaded: ZeroDivisionError: integer division or modulo by zero",
    "raise SystemExit": "pass 'flood' of add-on flood 1.0 cannot be loaded: SystemExit",
    "import tide": "addons/flood/plugin.py: no module named 'tide'; an add-on imports its own files by 'from . import tide'",
    "import nothing": "pass 'flood' of add-on flood 1.0 cannot be loaded: ModuleNotFoundError: No module named 'nothing'",
    "def rise(level): pass": "pass 'flood' of add-on flood 1.0 must look like 'def flood(level, rng, *, …)'",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_that_do_not_load(script: str, project: Project) -> None:
    project.write({"addons/flood/plugin.py": f"{script}\n", "addons/flood/tide.py": ""})
    assert project.complaint(PluginError) == f"recipe.yaml:5:10: passes[0].flood: {SCRIPTS[script]}"


def test_an_addon_of_several_files_imports_its_own(project: Project) -> None:
    project.write(
        {
            "addons/flood/plugin.py": "from . import tide\nfrom .deep.sea import HEIGHT\n\n\n"
            "def rise(level, rng):\n    return level.with_marks([tide.mark(HEIGHT)])\n",
            "addons/flood/tide.py": "from levelgen import Mark\n\n\ndef mark(height):\n"
            "    return Mark('water', 0, {'height': height})\n",
            "addons/flood/deep/sea.py": "HEIGHT = 7\n",
        }
    )
    assert project.built().level.marks[0].properties == {"height": 7}


def test_addons_of_two_projects_keep_apart(tmp_path: Path) -> None:
    first, second = (Project(tmp_path / name) for name in ("first", "second"))
    second.write({"addons/flood/plugin.py": SCRIPT.replace('"water"', '"oil"')})
    assert [mark.kind for project in (first, second, first) for mark in project.built().level.marks] == [
        "water",
        "oil",
        "water",
    ]


def test_two_addons_of_one_name_name_both(project: Project) -> None:
    project.write({"addons/ebb.2/plugin.cfg": MANIFEST.replace("1.0", "2.0"), "addons/ebb.2/plugin.py": SCRIPT})
    project.settings.write_text('[addons]\nenabled = ["flood", "ebb.2"]\n')
    assert project.complaint(PluginError) == (
        "pass 'flood' comes from add-on flood 1.0 and from add-on ebb.2 2.0; rename one"
    )
    project.settings.write_text('[addons]\nenabled = ["ebb.2"]\n')
    assert project.built().recipe.passes[0].plugin.origin == "add-on ebb.2 2.0"


def test_an_addon_that_shadows_a_built_in_names_both(project: Project) -> None:
    project.manifest.write_text(MANIFEST.replace("flood =", "treasure ="), "utf-8")
    message = project.complaint(PluginError)
    assert message.startswith("pass 'treasure' comes from levelgen ")
    assert message.endswith(" and from add-on flood 1.0; rename one")
    assert not project.ran


def test_an_addon_that_breaks_its_contract_ends_with_code_1(project: Project, levelgen: Command) -> None:
    project.write({"addons/flood/plugin.py": "def rise(level, rng):\n    return 1 // 0\n"})
    done = levelgen("build", "recipe.yaml", cwd=project.folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "recipe.yaml:5:10: passes[0].flood: pass 'flood' of add-on flood 1.0 failed: "
        "ZeroDivisionError: integer division or modulo by zero\n1 of 1 levels failed\n"
    )
    assert not list((project.folder / "build").glob("[!.]*"))


def test_an_addon_reads_maps_too(project: Project, levelgen: Command) -> None:
    manifest = MANIFEST.replace("[levelgen.passes]", "[levelgen.readers]").replace("flood =", "wet =")
    project.write(
        {"addons/flood/plugin.cfg": manifest, "map.wet": "", "addons/flood/plugin.py": "def rise(path): pass"}
    )
    done = levelgen("check", "map.wet", cwd=project.folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "map.wet: reader 'wet' of add-on flood 1.0 returned None, not a levelgen.TileMap\n"
    project.write({"addons/flood/plugin.py": "def rise(path): return 1 // 0"})
    assert levelgen("check", "map.wet", cwd=project.folder).stderr == (
        "map.wet: reader 'wet' of add-on flood 1.0 failed: ZeroDivisionError: integer division or modulo by zero\n"
    )
