"""Builds the compiled twin of the path searches where there is a C compiler; everything works without it, more slowly."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("trenchline/core/_paths.c")


class Kernel(BuildHookInterface):
    """Compiles `_paths.c` beside its source."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        if os.environ.get("TRENCHLINE_PURE"):
            return
        built = self.compile(Path(self.root))
        if built is None:
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] = [str(built)]

    def compile(self, root: Path) -> Path | None:
        """The extension module, or None where it cannot be built: that is no fault."""
        target = SOURCE.with_name(f"_paths{sysconfig.get_config_var('EXT_SUFFIX')}")
        compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
        shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
        include = f"-I{sysconfig.get_path('include')}"
        command = [compiler, "-O2", "-fPIC", *shared, include, str(SOURCE), "-o", str(target)]
        try:
            subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as fault:
            said = getattr(fault, "stderr", "") or str(fault)
            self.app.display_warning(f"The path searches stay in Python: they could not be compiled ({said.strip()[:200]})")
            return None
        return target
