"""Parsing of server addresses and table links, as people type or paste them."""

import pytest
from tests.subtests import every

from grav.client import Address, ClientError, parse_address


@every(
    ("typed", "origin", "table"),
    [
        ("http://localhost:8000", "http://localhost:8000", None),
        ("http://localhost:8000/", "http://localhost:8000", None),
        ("  localhost:8000 ", "http://localhost:8000", None),
        ("grav.example", "http://grav.example", None),
        ("https://Grav.Example", "https://grav.example", None),
        ("https://grav.example:443/", "https://grav.example", None),
        ("http://grav.example/table/aB-_9", "http://grav.example", "aB-_9"),
        ("http://grav.example/table/x/?lang=ko#top", "http://grav.example", "x"),
        ("http://[::1]:8000/table/x", "http://[::1]:8000", "x"),
        ("http://갈.example", "http://xn--w39a.example", None),
    ],
)
def test_an_address_is_understood(typed: str, origin: str, table: str | None) -> None:
    assert parse_address(typed) == Address(origin, table)


@every(
    "typed",
    [
        "",
        "http://",
        "ftp://grav.example",
        "http://a b",
        "http://grav.example/tables/x",
        "http://grav.example/table/",
        "http://grav.example/table/" + "x" * 17,
        "http://grav.example/table/x/y",
        "http://name:secret@grav.example",
        "http://grav.example:port",
        "\x1b[31m",
    ],
)
def test_an_invalid_address_is_reported(typed: str) -> None:
    with pytest.raises(ClientError) as error:
        parse_address(typed)
    assert error.value.text.key == "client.bad_url"


def test_a_link_leads_back_to_its_table() -> None:
    address = parse_address("https://grav.example")
    assert parse_address(address.link("abc")) == Address("https://grav.example", "abc")
    assert address.socket_origin == "wss://grav.example"
    assert parse_address("http-proxy.example").socket_origin == "ws://http-proxy.example"
