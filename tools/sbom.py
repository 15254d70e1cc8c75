"""What Trenchline is made of: a CycloneDX list of every locked package, with its hashes and licence.

    python tools/sbom.py > trenchline.cdx.json

Packages, versions and hashes are those of `requirements/`, licences those of the installed packages' metadata or of
`requirements/licences.toml`; what checks the client is in the `package-lock.json` files. The same locks give the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
LICENCES = tomllib.loads((LOCKS / "licences.toml").read_text(encoding="utf-8"))
LOCKED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass
class Package:
    """A locked package."""

    name: str
    version: str
    hashes: list[str] = field(default_factory=list)


def locked(file: Path) -> dict[str, Package]:
    """The packages of a lock file, by name."""
    found: dict[str, Package] = {}
    package = None
    for line in file.read_text(encoding="utf-8").splitlines():
        named = LOCKED.match(line)
        if named:
            package = found[named["name"]] = Package(named["name"], named["version"])
        if package:
            package.hashes += HASH.findall(line)
    return found


def licence(name: str) -> str:
    """The licence of a package as an SPDX expression; empty where nobody says it."""
    if name in LICENCES["stated"]:
        return str(LICENCES["stated"][name])
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return ""
    for word in (said["License-Expression"], said["License"]):
        if word and allowed(word):
            return str(word)
    words = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or [] if line.startswith("License :: ")]
    found = [LICENCES["classifiers"][word] for word in words if word in LICENCES["classifiers"]]
    return " AND ".join(found)


def allowed(expression: str) -> bool:
    """Whether we may use what stands under a licence.

    >>> allowed("MIT AND PSF-2.0"), allowed("GPL-3.0-only OR MIT"), allowed("MIT AND GPL-3.0-only"), allowed("")
    (True, True, False, False)
    """
    ways = [way.strip("() ") for way in expression.split(" OR ")]
    return any(all(word.strip("() ") in LICENCES["allowed"] for word in way.split(" AND ")) for way in ways)


def bill() -> dict[str, object]:
    """The list, as CycloneDX has it. `required` is what runs, `excluded` what only builds and tests."""
    runtime, everything = locked(LOCKS / "runtime.txt"), locked(LOCKS / "dev.txt")
    parts = [component(p, "required" if p.name in runtime else "excluded") for p in everything.values()]
    parts += npm_components()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    itself = {
        "type": "application",
        "bom-ref": "trenchline",
        "name": project["name"],
        "version": version("trenchline"),
        "licenses": [{"license": {"id": project["license"]}}],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([itself, parts], sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": itself},
        "components": parts,
    }


def component(package: Package, scope: str) -> dict[str, object]:
    url = f"pkg:pypi/{package.name.lower()}@{package.version}"
    return {
        "type": "library",
        "bom-ref": url,
        "name": package.name,
        "version": package.version,
        "scope": scope,
        "hashes": [{"alg": "SHA-256", "content": content} for content in package.hashes],
        "licenses": [{"expression": licence(package.name) or "NOASSERTION"}],
        "purl": url,
    }


def npm_components() -> list[dict[str, object]]:
    """What checks the client's types and pages, which has no dependency itself but its typefaces."""
    locks = (ROOT / "package-lock.json", ROOT / "bench" / "lighthouse" / "package-lock.json")
    read = [json.loads(lock.read_text(encoding="utf-8"))["packages"] for lock in locks]
    found = []
    for place, entry in (pair for packages in read for pair in packages.items()):
        if place:
            name = place.rpartition("node_modules/")[2]
            url = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
            scope = "required" if name.startswith("@fontsource/") else "excluded"
            licences = [{"expression": entry.get("license") or licence(name) or "NOASSERTION"}]
            found.append(
                {"type": "library", "bom-ref": url, "name": name, "version": entry["version"], "scope": scope}
                | {"licenses": licences, "purl": url}
            )
    return found


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=2)
    print()
