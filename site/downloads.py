"""What the site takes from npm and PyPI: named to the version and checked by its hash."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "site-downloads"

#: Packages of npm, with the SHA-256 of the archive that npm hands out.
NPM = {
    "mathjax@3.2.2": "1b9c0a1c44df864e915690558e72adb9cc5203360daefd385084ced3b6c64c09",
    "pyodide@314.0.7": "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
}


def npm(name: str) -> Path:
    """The archive of a package of npm, fetched once."""
    KEPT.mkdir(parents=True, exist_ok=True)
    archive = KEPT / f"{name.replace('@', '-')}.tgz"
    if not archive.exists():
        command = shutil.which("npm")
        if command is None:
            raise SystemExit("The site needs npm, which comes with Node.js, to fetch two packages.")
        subprocess.run(
            [command, "pack", "--silent", name], cwd=KEPT, check=True, stdout=subprocess.DEVNULL
        )
    seen = sha256(archive)
    if seen != NPM[name]:
        archive.unlink()
        raise SystemExit(f"{name} from npm has the SHA-256 {seen}, not {NPM[name]}.")
    return archive


def mathjax(folder: Path) -> None:
    """MathJax in one file that draws formulas as SVG and fetches no fonts."""
    folder.mkdir(parents=True)
    with tarfile.open(npm("mathjax@3.2.2")) as archive:
        file = archive.extractfile("package/es5/tex-svg.js")
        assert file is not None
        (folder / "tex-svg.js").write_bytes(file.read())


def pyodide(folder: Path) -> None:
    """The core of Pyodide: Python itself, and the list of its packages."""
    folder.mkdir(parents=True)
    with tarfile.open(npm("pyodide@314.0.7")) as archive:
        for member in archive.getmembers():
            name = Path(member.name).name
            if member.isfile() and not name.endswith((".d.ts", ".map", ".html", ".md")):
                file = archive.extractfile(member)
                assert file is not None
                (folder / name).write_bytes(file.read())


def wheels(wanted: dict[str, str]) -> None:
    """Fetch wheels in pure Python, named by file and by requirement, that are not there yet."""
    absent = {file: asked for file, asked in wanted.items() if not (KEPT / file).exists()}
    if absent:
        fetch(*absent.values())
    for file, asked in absent.items():
        if not (KEPT / file).exists():
            raise SystemExit(f"PyPI has no {file} for {asked}.")


def locked(name: str) -> Path:
    """The wheel of a package in the version, and with the hash, that the lock names."""
    lock = (ROOT / "requirements-site.lock").read_text(encoding="utf-8")
    found = re.search(rf"^{re.escape(name)}==(\S+)(?:.*\n(?: .*\n)*)", lock, re.MULTILINE)
    if found is None:
        raise SystemExit(f"requirements-site.lock does not name {name}.")
    stem = f"{name.replace('-', '_')}-{found[1]}-"
    if not list(KEPT.glob(f"{stem}*.whl")):
        asked = KEPT / f"{name}.txt"
        asked.write_text(found[0], encoding="utf-8")
        fetch("--require-hashes", "--requirement", str(asked))
    return next(KEPT.glob(f"{stem}*.whl"))


def fetch(*what: str) -> None:
    """Let pip download wheels in pure Python."""
    KEPT.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--dest", str(KEPT)]
    command += ["--platform", "any", "--implementation", "py", "--python-version", "3.14"]
    subprocess.run([*command, *what], check=True)


def sha256(path: Path) -> str:
    """The SHA-256 of a file, as locks write it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
