"""Settings of a server: options and variables, defaults, validation, masked passwords."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.server.runtime.config import (
    Config,
    ConfigError,
    data_folder,
    mask_passwords,
    names,
    option_of,
    variable_of,
)
from grav.text import LANGUAGES, say

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"

GOOD: list[tuple[str, str, object]] = [
    ("host", "0.0.0.0", "0.0.0.0"),
    ("host", "::1", "::1"),
    ("host", "grav.local", "grav.local"),
    ("port", "0", 0),
    ("port", "65535", 65535),
    ("database", "sqlite:////srv/grav.sqlite", "sqlite:////srv/grav.sqlite"),
    ("database", "postgresql://grav@db/grav", "postgresql://grav@db/grav"),
    ("redis", "redis://cache:6379/1", "redis://cache:6379/1"),
    ("redis", "unix:///run/redis.sock", "unix:///run/redis.sock"),
    ("public_url", "https://Grav.Example/", "https://grav.example"),
    ("public_url", "http://grav.example:8080", "http://grav.example:8080"),
    ("trusted_proxies", "127.0.0.1", (ip_network("127.0.0.1/32"),)),
    ("trusted_proxies", "10.0.0.0/8, ::1", (ip_network("10.0.0.0/8"), ip_network("::1/128"))),
    ("log", "json", "json"),
    ("limits", "off", 0.0),
    ("limits", "on", 1.0),
    ("limits", "2.5", 2.5),
]
BAD = [
    ("host", "two words"),
    ("host", "http://grav"),
    ("port", "-1"),
    ("port", "65536"),
    ("port", "٣"),
    ("port", "http"),
    ("database", "grav.sqlite"),
    ("database", "mysql://db/grav"),
    ("database", "sqlite://"),
    ("redis", "cache:6379"),
    ("redis", "redis://"),
    ("workers", "0"),
    ("workers", "65"),
    ("workers", "two"),
    ("public_url", "grav.example"),
    ("public_url", "ftp://grav.example"),
    ("public_url", "https://grav.example/grav"),
    ("public_url", "https://grav.example?x"),
    ("public_url", "https://me@grav.example"),
    ("public_url", "https://grav.example:port"),
    ("trusted_proxies", "proxy"),
    ("trusted_proxies", "10.0.0.0/8;::1"),
    ("log", "xml"),
    ("limits", "0"),
    ("limits", "-1"),
    ("limits", "nan"),
    ("limits", "1001"),
    ("limits", "many"),
]


def test_the_default_is_a_local_server_with_a_file_of_the_user(tmp_path: Path) -> None:
    config = Config.read({}, {"XDG_DATA_HOME": str(tmp_path)})
    assert (config.host, config.port, config.workers) == ("127.0.0.1", 8000, 1)
    assert config.redis is config.public_url is None
    assert config.database_file == data_folder({"XDG_DATA_HOME": str(tmp_path)}, "linux") / (
        "grav.sqlite"
    )
    assert config.trusted_proxies == ()
    assert config.limits == 1


@every(("setting", "given", "read"), GOOD)
def test_a_setting_is_read_from_an_option_or_the_environment(
    setting: str, given: str, read: object
) -> None:
    assert getattr(Config.read({setting: given}, {}), setting) == read
    assert getattr(Config.read({}, {variable_of(setting): given}), setting) == read


def test_an_option_overrides_a_variable_and_an_empty_variable_is_ignored() -> None:
    environ = {"GRAV_PORT": "1", "GRAV_HOST": ""}
    assert Config.read({"port": "2", "host": None}, environ).port == 2
    assert Config.read({"port": None}, environ).port == 1
    assert Config.read({}, environ).host == "127.0.0.1"


@every("language", LANGUAGES)
@every(("setting", "given"), BAD)
def test_a_bad_value_is_an_error_with_its_setting_and_what_was_expected(
    setting: str, given: str, language: str
) -> None:
    expected = say(f"serve.expected_{setting}", language)
    for named, options, environ in (
        (option_of(setting), {setting: given}, {}),
        (variable_of(setting), {}, {variable_of(setting): given}),
    ):
        with pytest.raises(ConfigError) as raised:
            Config.read(options, environ)
        message = raised.value.say(language)
        assert named in message
        assert given in message
        assert expected in message


def test_several_processes_need_redis() -> None:
    with pytest.raises(ConfigError, match="Redis"):
        Config.read({"workers": "2"}, {})
    assert Config.read({"workers": "2", "redis": "redis://cache"}, {}).workers == 2


@pytest.mark.parametrize("secret", ["hunter2", "p@ss", "pa/ss?", "pa:ss#", "비밀"])
def test_no_password_is_shown(secret: str) -> None:
    config = Config.read(
        {"database": f"postgresql://grav:{secret}@db/grav", "redis": f"redis://:{secret}@cache"},
        {},
    )
    told = f"{config} {config!r} {config.shown}"
    assert secret not in told
    assert "db/grav" in config.shown["database"]
    assert secret in config.database
    for bad in (f"mysql://grav:{secret}@db/grav", f"http://u:{secret}@db?password={secret}"):
        with pytest.raises(ConfigError) as raised:
            Config.read({"database": bad}, {})
        assert secret not in str(raised.value)


@given(st.text("abc@:/?#%&=", min_size=1))
def test_passwords_of_any_characters_are_masked(password: str) -> None:
    assert mask_passwords(f"redis://user:{password}@host/0") == "redis://user:***@host/0"


def test_a_url_without_a_password_is_unchanged() -> None:
    for url in ("redis://cache:6379/0", "sqlite:////srv/grav.sqlite", "https://grav.example:8000/"):
        assert mask_passwords(url) == url


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, "~/.local/share/grav"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/grav"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "~/Library/Application Support/grav"),
        ("win32", {"LOCALAPPDATA": "/users/me/local"}, "/users/me/local/grav"),
        ("win32", {}, "~/AppData/Local/grav"),
    ],
)
def test_the_data_folder_follows_the_platform(
    platform: str, environ: dict[str, str], expected: str
) -> None:
    assert data_folder(environ, platform) == Path(expected).expanduser()


def test_cookies_are_secure_if_the_public_url_is_https() -> None:
    assert Config(public_url="https://grav.example").is_secure
    assert not Config(public_url="http://grav.example").is_secure
    assert not Config().is_secure


@every("setting", names())
def test_every_setting_is_documented(setting: str) -> None:
    page = OPERATIONS.read_text("utf-8")
    assert f"| `{option_of(setting)}` | `{variable_of(setting)}` |" in page
