"""A copy of the project with an additional, made-up language Xx, added as CONTRIBUTING.md says."""

import json
import os
import re
import shutil
import site
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = "xx"
ENTRY = f"""    XX = "{CODE}", LanguageTraits(own_name="Ẍẍ", sans=("Ẍẍ Sans",), clock_units="short")
"""
COPIED = (
    "src/grav",
    "web",
    "tests/data",
    "tests/text",
    "tests/subtests.py",
    "pyproject.toml",
    "README.md",
)
_LEFT_OUT = shutil.ignore_patterns("node_modules", "built", "__pycache__", "*.so")
_PLACEHOLDER = re.compile(r"(\{\w+[^{}]*\})")
_DOTTED = str.maketrans("aeiouAEIOU", "äëïöüÄËÏÖÜ")


def translate(text: str) -> str:
    """Returns the English text in Xx: vowels get two dots, and placeholders keep their names."""
    pieces = _PLACEHOLDER.split(text)
    pieces[::2] = [_translate_words(piece) for piece in pieces[::2]]
    pieces[1::2] = [_translate_forms(piece) for piece in pieces[1::2]]
    return "".join(pieces)


def _translate_words(words: str) -> str:
    """Words without a vowel get a letter, so that nothing is left in English."""
    told = words.translate(_DOTTED)
    return re.sub(r"([^\W\d_]+)", r"\1ẍ", told) if told == words else told


def _translate_forms(placeholder: str) -> str:
    name, *forms = placeholder.removesuffix("}").split("|")
    return "|".join((name, *map(_translate_words, forms))) + "}"


def copy_with_new_language(folder: Path) -> None:
    """Copies the project, and adds the language: a folder, an entry, and generated files."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=_LEFT_OUT)
        else:
            shutil.copy(source, target)
    texts = folder / "src/grav/text"
    (texts / CODE).mkdir()
    for file in (texts / "en").glob("*.json"):
        english: dict[str, str] = json.loads(file.read_text("utf-8"))
        told = {key: translate(text) for key, text in english.items()}
        (texts / CODE / file.name).write_text(json.dumps(told, ensure_ascii=False), "utf-8")
    languages = texts / "languages.py"
    before, english_entry, after = languages.read_text("utf-8").partition(
        '    EN = "en", LanguageTraits(own_name="English")\n'
    )
    assert english_entry
    languages.write_text(before + english_entry + ENTRY + after, "utf-8")
    run_in(folder, "-m", "web.generate")


def python_in(folder: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """Returns the command line and the environment of a Python that imports the copy.

    `-S` ignores `.pth` files, by which an editable installation would come before PYTHONPATH.
    """
    path = os.pathsep.join((str(folder / "src"), str(folder), *site.getsitepackages()))
    outside = {name: value for name, value in os.environ.items() if not name.startswith("GRAV_")}
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    return [sys.executable, "-S", *arguments], {**outside, **home, "PYTHONPATH": path}


def run_in(folder: Path, *arguments: str, typed: str = "") -> str:
    """Runs Python in the copy with this input, and returns its output."""
    command, environment = python_in(folder, *arguments)
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def serve_from(folder: Path) -> Iterator[str]:
    """Runs a server from the copy; yields its address."""
    options = ("--lang", "en", "serve", "--port", "0")
    command, environment = python_in(folder, "-m", "grav", *options)
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            assert server.stdout is not None
            addresses = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in server.stdout)
            yield next(address[0] for address in addresses if address)
        finally:
            server.terminate()
            server.communicate()
