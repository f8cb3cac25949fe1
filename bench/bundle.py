"""`make bench-bundle`: packs all that the server benchmarks need for a machine without network.

Writes one archive with this Python, the server's dependencies, the working tree with its native
core, PostgreSQL and Redis, and the shared libraries of all of them except the C library; and beside
it the script `enter`, which unpacks the archive and runs a command in it. The other machine needs
the same kind of processor, and a C library that is no older than this one's:

    build/bench-bundle/enter python -m bench scaling
"""

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from grav.native.loading import is_available
from grav.testing.infrastructure.services import ServiceMissing, postgres_programs

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "bench-bundle"
MAX_BYTES = 51 * 2**20
"""Maximum size of the archive: the transfer may take no more than 64 MiB, with the tree."""
PROGRAMS = ("postgres", "initdb", "pg_isready")
SYSTEM = re.compile(r"/(ld-linux|libc|libm|libpthread|libdl|librt|libresolv|libutil)[.-]")
"""Matches parts of the C library, which are left out: the other machine uses its own."""
LEFT_OUT = {
    "test", "tests", "__pycache__", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3",
    "site-packages", "bitcode", "pgxs", "f2py", "include", "built", "faker",
}  # fmt: skip
"""Folders left out: tests, tools, and what is installed but never loaded by a server."""
LEFT_OUT_KINDS = (".a", ".pyi", ".pyc", ".o")
ENTER = """#!/bin/sh
# Unpacks the bundle beside this file, once, and runs a command within it.
set -e
home="${GRAV_BENCH_HOME:-/tmp/grav-bench}"
bundle="$(cd "$(dirname "$0")" && pwd)/bundle.tar.xz"
if ! cmp -s "$bundle.sum" "$home/sum"; then
    rm -rf "$home"; mkdir -p "$home"; chmod 755 "$home"
    tar -xJf "$bundle" -C "$home"
    cp "$bundle.sum" "$home/sum"
fi
export PATH="$home/python/bin:$home/POSTGRES:$home/bin:$PATH"
export LD_LIBRARY_PATH="$home/lib" PYTHONHOME="$home/python" PYTHONPATH="$home/tree:$home/site"
export PYTHONDONTWRITEBYTECODE= PYTHONUNBUFFERED=1
cd "$home/tree"
exec "$@"
"""


def main() -> None:
    if OUT.exists():
        shutil.rmtree(OUT)
    OUT.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        bundle = Path(name)
        postgres = collect(bundle)
        archive = OUT / "bundle.tar.xz"
        with tarfile.open(archive, "w:xz", preset=6) as tar:
            for path in sorted(bundle.iterdir()):
                tar.add(path, path.name)
    size = archive.stat().st_size
    if size > MAX_BYTES:
        sys.exit(
            f"The bundle is {size / 2**20:.1f} MiB; at most {MAX_BYTES / 2**20:g} are allowed."
        )
    output = subprocess.run(["sha256sum", archive], check=True, capture_output=True, text=True)
    (OUT / "bundle.tar.xz.sum").write_text(output.stdout.split()[0])
    enter = OUT / "enter"
    enter.write_text(ENTER.replace("POSTGRES", str(postgres)))
    enter.chmod(0o755)
    print(f"{enter}: {size / 2**20:.1f} MiB")


def collect(bundle: Path) -> Path:
    """Fills the bundle; returns the folder of the PostgreSQL programs, relative to it."""
    _copy_python(bundle / "python")
    for distribution in needed("grav", {"scale"}):
        _copy_distribution(distribution, bundle / "site")
    _copy_tree(bundle / "tree")
    postgres = _copy_postgres(bundle)
    redis = shutil.which("redis-server")
    if redis is None:
        raise ServiceMissing("redis-server is not installed (Debian: apt install redis-server)")
    (bundle / "bin").mkdir()
    shutil.copy(Path(redis).resolve(), bundle / "bin" / "redis-server")
    _copy_libraries(bundle)
    _strip(bundle)
    return postgres


def needed(name: str, extras: set[str]) -> Iterator[metadata.Distribution]:
    """Yields the installed dependencies of a package, transitively, without the package itself."""
    seen, left = {_key(name)}, [(name, extras)]
    while left:
        asked, wanted = left.pop()
        for line in metadata.distribution(asked).requires or ():
            requirement, _, marker = line.partition(";")
            found = re.match(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?", requirement)
            assert found is not None
            extra = re.search(r"extra == ['\"]([^'\"]+)", marker)
            if (extra is not None and extra[1] not in wanted) or _key(found[1]) in seen:
                continue
            try:
                distribution = metadata.distribution(found[1])
            except metadata.PackageNotFoundError:
                continue  # for another system, or another Python
            seen.add(_key(found[1]))
            left.append((found[1], {each.strip() for each in (found[2] or "").split(",")}))
            yield distribution


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _copy_python(target: Path) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = Path(sysconfig.get_path("stdlib"))
    _copy(library, target / "lib" / version, leave=(f"config-{sys.version_info.major}",))
    (target / "bin").mkdir()
    shutil.copy(Path(sys.executable).resolve(), target / "bin" / version)
    for name in ("python", "python3"):
        (target / "bin" / name).symlink_to(version)


def _copy_distribution(distribution: metadata.Distribution, site: Path) -> None:
    for file in distribution.files or ():
        parts = Path(file).parts
        if ".." in parts or LEFT_OUT & set(parts[:-1]) or file.suffix in LEFT_OUT_KINDS:
            continue
        source = Path(str(distribution.locate_file(file)))
        if source.exists():
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, site / file)


def _copy_tree(target: Path) -> None:
    """Copies our own packages, with the native core if it is available."""
    _copy(ROOT / "bench", target / "bench")
    _copy(ROOT / "src" / "grav", target / "grav")
    if is_available():
        from grav.native import _core

        assert _core.__file__ is not None
        for file in (Path(_core.__file__), Path(_core.__file__).with_name("_cpu.txt")):
            shutil.copy(file, target / "grav" / "native")


def _copy_postgres(bundle: Path) -> Path:
    """Copies PostgreSQL; returns the folder of its programs, relative to the bundle.

    Keeps the relative paths between programs and data files, by which the programs find them.
    """
    programs = postgres_programs()
    within = Path("postgres")
    (bundle / within / programs.relative_to("/")).mkdir(parents=True)
    for name in PROGRAMS:
        shutil.copy(programs / name, bundle / within / programs.relative_to("/"))
    for kind in ("--pkglibdir", "--sharedir"):
        output = subprocess.run(
            [programs / "pg_config", kind], check=True, capture_output=True, text=True
        )
        folder = Path(output.stdout.strip())
        leave = ("llvmjit", "man", "extension")
        _copy(folder, bundle / within / folder.relative_to("/"), leave)
        if kind == "--sharedir":
            extension = bundle / within / folder.relative_to("/") / "extension"
            extension.mkdir()
            for file in (folder / "extension").glob("plpgsql*"):
                shutil.copy(file, extension)
    return within / programs.relative_to("/")


def _copy_libraries(bundle: Path) -> None:
    """Copies the shared libraries that files of the bundle are linked to and that are not in it."""
    target = bundle / "lib"
    target.mkdir()
    files = [path for path in bundle.rglob("*") if path.is_file() and _is_program(path)]
    for file in files:
        output = subprocess.run(["ldd", file], check=False, capture_output=True, text=True)
        for library in re.findall(r"=> (/\S+)", output.stdout):
            if not SYSTEM.search(library) and not library.startswith(str(bundle)):
                shutil.copy(Path(library).resolve(), target / Path(library).name)


def _strip(bundle: Path) -> None:
    """Strips what only debuggers read from our copies, but not from libraries a wheel patched."""
    if shutil.which("strip") is None:
        return
    for path in bundle.rglob("*.so*"):
        if not path.parent.name.endswith(".libs") and _is_program(path):
            subprocess.run(["strip", "--strip-unneeded", path], check=False, capture_output=True)


def _is_program(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _copy(source: Path, target: Path, leave: tuple[str, ...] = ()) -> None:
    def ignore(_folder: str, names: list[str]) -> list[str]:
        return [
            name
            for name in names
            if name in LEFT_OUT or name.endswith(LEFT_OUT_KINDS) or name.startswith(leave or "\0")
        ]

    shutil.copytree(source, target, ignore=ignore)


if __name__ == "__main__":
    main()
