"""Escapes for texts within one line: line ends and other control characters."""

import re
import unicodedata

_ESCAPE = re.compile(r"\\(?:\\|n|u([0-9a-fA-F]{4}))|(\\)")


def escape(text: str) -> str:
    """Returns one line that `unescape` turns back into the text; escapes spaces at its ends."""
    line = "".join(_escaped(letter) for letter in text)
    body = line.strip()
    if len(body) == len(line):
        return line
    before, after = line[: line.index(body)] if body else line, line[len(line.rstrip()) :]
    return _hidden(before) + (body + _hidden(after) if body else "")


def _escaped(letter: str) -> str:
    if letter == "\\":
        return r"\\"
    if letter == "\n":
        return r"\n"
    hidden = unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
    return f"\\u{ord(letter):04x}" if hidden else letter


def _hidden(spaces: str) -> str:
    return "".join(f"\\u{ord(letter):04x}" for letter in spaces)


def bad_escape(line: str) -> int | None:
    """Returns the index of the first backslash that begins no valid escape, or None."""
    for match in _ESCAPE.finditer(line):
        if match[2]:
            return match.start()
    return None


def unescape(line: str) -> str:
    def letter(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 16))
        return "\n" if match[0] == r"\n" else "\\"

    # A surrogate pair, written as two escapes, is one character, as in JSON.
    text = _ESCAPE.sub(letter, line)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
