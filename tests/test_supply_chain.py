"""What Trenchline is made of: locked with hashes, under licences we allow, and a wheel that needs no source tree."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import bundle_client, sbom

from .server.conftest import free_port

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RUNTIME, DEV = (sbom.locked(ROOT / "requirements" / f"{name}.txt") for name in ("runtime", "dev"))

# ---------------------------------------------------------------------------------------------------- the lock


def wanted(words: list[str]) -> Iterator[Requirement]:
    """What pyproject.toml asks for, extras of our own opened up."""
    for requirement in map(Requirement, words):
        if requirement.name == PROJECT["name"]:
            for extra in requirement.extras:
                yield from wanted(PROJECT["optional-dependencies"][extra])
        else:
            yield requirement


@pytest.mark.parametrize(
    ("words", "lock"),
    [(PROJECT["dependencies"], RUNTIME), (PROJECT["optional-dependencies"]["dev"], DEV)],
    ids=["runtime", "dev"],
)
def test_the_lock_holds_what_pyproject_asks_for(words, lock):
    for requirement in wanted(words):
        package = lock.get(canonicalize_name(requirement.name))
        assert package and package.version in requirement.specifier, f"{requirement}: `make lock` makes the lock anew"


def test_every_locked_package_has_hashes_and_both_locks_agree():
    assert all(package.hashes for package in (*RUNTIME.values(), *DEV.values()))
    assert all(DEV[name] == package for name, package in RUNTIME.items())


def test_make_setup_installs_by_the_lock_alone():
    said = subprocess.run(["make", "--dry-run", "--always-make", "setup"], cwd=ROOT, capture_output=True, text=True).stdout
    installs = re.findall(r"-m pip install .*", said)
    assert [("--require-hashes" in line, "--no-deps" in line and "--no-build-isolation" in line) for line in installs] == [
        (True, False),
        (False, True),
    ]


# ---------------------------------------------------------------------------------------------------- licences


def test_the_bill_of_materials_lists_every_locked_package_with_a_licence_we_allow():
    said = subprocess.run([sys.executable, "tools/sbom.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    bill = json.loads(said)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    listed = {part["name"]: part for part in bill["components"]}
    assert listed.keys() >= DEV.keys()
    shipped = {name for name, part in listed.items() if part["scope"] == "required"}
    assert {name for name in shipped if not name.startswith("@fontsource/")} == RUNTIME.keys()
    assert {"OFL-1.1"} == {listed[name]["licenses"][0]["expression"] for name in shipped - RUNTIME.keys()}
    refused = {name: part["licenses"] for name, part in listed.items() if not sbom.allowed(part["licenses"][0]["expression"])}
    assert not refused, "requirements/licences.toml neither allows nor states these"


def test_a_licence_that_is_not_on_the_list_is_noticed():
    assert not sbom.allowed("GPL-3.0-only") and not sbom.allowed("MIT AND AGPL-3.0-only") and not sbom.allowed("NOASSERTION")
    assert sbom.licence("no-such-package") == ""


# ---------------------------------------------------------------------------------------------------- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built from a copy: the compiled searches must not be written over those that other tests run on."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tree)
    (tree / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "bundle_client.py", tree / "tools")
    if (ROOT / bundle_client.ESBUILD).exists():
        (tree / "node_modules").symlink_to(ROOT / "node_modules")
    shutil.copytree(ROOT / "trenchline", tree / "trenchline", ignore=shutil.ignore_patterns("__pycache__", "*.so", "bundle"))
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=tree, check=True, capture_output=True)
    (built,) = (tree / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The commands of an environment with the wheel in it. Ours lends the packages it needs: there may be no network."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home / "env", with_pip=False)
    commands = home / "env" / ("Scripts" if os.name == "nt" else "bin")
    into = [sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "--quiet"]
    subprocess.run([*into, "--no-index", "--no-deps", "--disable-pip-version-check", str(wheel)], check=True, cwd=home)
    (packages,) = (home / "env").rglob("site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return commands


def alone(commands: Path) -> dict[str, object]:
    """How a command is run so that it cannot find the source tree."""
    words = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "TRENCHLINE"))}
    return {"cwd": commands.parent.parent, "env": words | {"XDG_DATA_HOME": str(commands.parent.parent / "data")}}


def test_the_wheel_has_every_file_of_the_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        there = {name for name in archive.namelist() if name.startswith("trenchline/")}
    source = {
        str(f.relative_to(ROOT)) for f in (ROOT / "trenchline").rglob("*") if f.is_file() and "__pycache__" not in f.parts
    }
    plain = {name for name in there | source if not name.startswith(f"{bundle_client.PLACE}/")}
    built = (".c", ".h", ".so", ".pyd")
    assert {name for name in there & plain if not name.endswith(".so")} == {n for n in source & plain if not n.endswith(built)}


def test_the_wheel_has_the_client_as_a_bundle_with_source_maps(wheel):
    if not (ROOT / bundle_client.ESBUILD).exists() and os.environ.get("CI", "") in ("", "0", "false"):
        pytest.skip("esbuild is not installed (npm ci)")
    with zipfile.ZipFile(wheel) as archive:
        bundle = {name.removeprefix(f"{bundle_client.PLACE}/") for name in archive.namelist() if bundle_client.PLACE in name}
        manifest = json.loads(archive.read(f"{bundle_client.PLACE}/manifest.json"))
        app = json.loads(archive.read(f"{bundle_client.PLACE}/app.js.map"))
    assert {"app.js", "lobby/lobby.js", "play/play-screen.js", "map/ground-painter.js"} <= bundle
    assert {*manifest["first"], *manifest["play"]} <= bundle
    assert {f"{name}.map" for name in bundle if name.endswith(".js")} <= bundle
    assert any(name.endswith("web/app.js") for name in app["sources"]) and all(app["sourcesContent"])


def test_without_npm_there_is_no_bundle_and_that_is_said(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["bundle_client.py", str(tmp_path / "bundle")])
    assert bundle_client.main() == 1 and not (tmp_path / "bundle").exists()
    assert capsys.readouterr().out == "The client is not bundled: node and npm are not installed\n"


def test_the_wheel_plays_without_a_source_tree(installed):
    where = [installed / "python", "-c", "import trenchline; print(trenchline.__file__)"]
    assert str(installed.parent) in subprocess.run(where, **alone(installed), capture_output=True, text=True).stdout
    words = [installed / "trenchline", "simulate", "they-shall-not-pass", "historical", "--games", "1", "--jobs", "1", "--json"]
    played = subprocess.run(words, **alone(installed), capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["played"] == 1


def test_the_wheel_serves_the_client(installed):
    port = free_port()
    words = [installed / "trenchline", "serve", "--port", str(port), "--db", f"sqlite:///{installed.parent}/tables.db"]
    server = subprocess.Popen(words, **alone(installed), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        answer = fetched(server, f"http://127.0.0.1:{port}/")
        files = re.findall(r'(?:src|href)="(/?[\w./-]+\.(?:js|css|svg))"', answer)
        assert files
        for name in files:
            assert fetched(server, f"http://127.0.0.1:{port}/{name.lstrip('/')}")
        assert "they-shall-not-pass" in fetched(server, f"http://127.0.0.1:{port}/api/games")
    finally:
        server.terminate()
        server.communicate(timeout=60)


def fetched(server: subprocess.Popen[str], url: str) -> str:
    """What a server answers, once it does."""
    while server.poll() is None:
        try:
            return urllib.request.urlopen(url, timeout=30).read().decode()
        except ConnectionRefusedError:
            continue
        except urllib.error.URLError as fault:
            if not isinstance(fault.reason, ConnectionRefusedError):
                raise
    raise AssertionError(server.stdout.read() if server.stdout else "the server has ended")
