"""CSS for what differs between languages: fonts, and where lines break."""

from collections.abc import Iterable, Iterator

from grav.text.languages import LANGUAGES, Language

_SERIF = "Georgia, {families}, serif"
_SANS = 'system-ui, -apple-system, "Segoe UI", {families}, sans-serif'
_LINE_BREAKING = {
    "normal": (),
    "keep-all": ("word-break: keep-all", "overflow-wrap: anywhere"),
    # A browser without `auto-phrase` ignores it, and keeps the declaration before it.
    "auto-phrase": ("word-break: keep-all", "word-break: auto-phrase", "overflow-wrap: anywhere"),
}


def language_css(languages: Iterable[Language] = LANGUAGES) -> str:
    """Returns the rules that set `--serif`, `--sans` and line breaking by language."""
    return "\n".join(rule for language in languages for rule in _language_rules(language))


def _language_rules(language: Language) -> Iterator[str]:
    traits = language.traits
    stacks = (("--serif", _SERIF, traits.serif), ("--sans", _SANS, traits.sans))
    fonts = [
        f"{name}: {stack.format(families=_quote_families(own))}"
        for name, stack, own in stacks
        if own
    ]
    if fonts:
        yield _format_rule(f":root:lang({language})", fonts)
    if breaking := _LINE_BREAKING[traits.line_breaking]:
        yield _format_rule(f":lang({language})", breaking)


def _quote_families(families: Iterable[str]) -> str:
    return ", ".join(f'"{family}"' for family in families)


def _format_rule(selector: str, declarations: Iterable[str]) -> str:
    return "\n".join((f"{selector} {{", *(f"  {each};" for each in declarations), "}\n"))
