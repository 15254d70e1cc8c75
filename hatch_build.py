"""What a wheel has that a clone has not: the compiled twins of path searches and fields, where there is a C compiler, and the
browser client as a bundle, where there is npm. Everything works without either, more slowly."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = (Path("trenchline/core/_paths.c"), Path("trenchline/core/_fields.c"))


class Built(BuildHookInterface):
    """Compiles the sources in C beside themselves and bundles the client into the wheel."""

    scratch = ""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        root = Path(self.root)
        if self.target_name == "wheel" and version != "editable" and (bundle := self.bundle(root)):
            build_data["force_include"] = {str(bundle): "trenchline/web/bundle"}
        if os.environ.get("TRENCHLINE_PURE"):
            return
        built = [target for source in SOURCES if (target := self.compile(root, source)) is not None]
        if not built:
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] = [str(target) for target in built]

    def finalize(self, version: str, build_data: dict[str, object], artifact_path: str) -> None:
        if self.scratch:
            shutil.rmtree(self.scratch, ignore_errors=True)

    def bundle(self, root: Path) -> Path | None:
        """The folder of the bundle, or None where it cannot be made: then the server sends the plain modules."""
        self.scratch = tempfile.mkdtemp()
        folder = Path(self.scratch) / "bundle"
        words = [sys.executable, str(root / "tools" / "bundle_client.py"), str(folder)]
        done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning((done.stdout + done.stderr).strip())
            return None
        return folder

    def compile(self, root: Path, source: Path) -> Path | None:
        """The extension module, or None where it cannot be built: that is no fault. Products are not fused into sums, so that
        fields are the same to the last bit on every processor."""
        target = source.with_name(f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}")
        compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
        shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
        include = f"-I{sysconfig.get_path('include')}"
        command = [compiler, "-O2", "-fPIC", "-ffp-contract=off", *shared, include, str(source), "-o", str(target)]
        try:
            subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as fault:
            said = getattr(fault, "stderr", "") or str(fault)
            self.app.display_warning(f"{source.name} could not be compiled, its twin in Python is used ({said.strip()[:200]})")
            return None
        return target
