"""Makes the package, with nothing to download: pure Python, so that its wheel is a ZIP of its files (PEP 427, PEP 517).

python3 build_backend.py FOLDER makes the wheel; pip and build call the two functions.
"""

import base64
import hashlib
import io
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"{PROJECT['name']}-{PROJECT['version']}"
METADATA = f"""Metadata-Version: 2.1
Name: {PROJECT["name"]}
Version: {PROJECT["version"]}
Summary: {PROJECT["description"]}
Requires-Python: {PROJECT["requires-python"]}
Description-Content-Type: text/markdown

{(ROOT / PROJECT["readme"]).read_text(encoding="utf-8")}""".encode()
WHEEL = b"Wheel-Version: 1.0\nGenerator: clairisque\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _modules() -> dict[str, bytes]:
    paths = sorted(path for path in (ROOT / PROJECT["name"]).iterdir() if path.suffix == ".py" or path.name == "py.typed")
    return {f"{PROJECT['name']}/{path.name}": path.read_bytes() for path in paths}


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    files = {**_modules(), f"{NAME}.dist-info/METADATA": METADATA, f"{NAME}.dist-info/WHEEL": WHEEL}
    record = f"{NAME}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    wheel = f"{NAME}-py3-none-any.whl"
    Path(wheel_directory).mkdir(exist_ok=True)
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            # Without the hour: the same sources make the same file.
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    sources = {path: (ROOT / path).read_bytes() for path in ("pyproject.toml", "README.md", "build_backend.py")}
    archive_name = f"{NAME}.tar.gz"
    with tarfile.open(Path(sdist_directory) / archive_name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, content in {**_modules(), **sources, "PKG-INFO": METADATA}.items():
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return archive_name


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    build_wheel(sys.argv[1])
