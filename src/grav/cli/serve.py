"""`grav serve`: runs a server for tables of people in different places."""

import os
from ipaddress import ip_address

import click

from grav.cli.shared.localised_click import Command
from grav.server.runtime.config import Config, mask_passwords, names, option_of
from grav.text import GravError, Language, say

METAVARS = {
    "host": "ADDRESS",
    "port": "N",
    "database": "URL",
    "redis": "URL",
    "workers": "N",
    "public_url": "URL",
    "trusted_proxies": "ADDRESSES",
    "log": "FORM",
    "limits": "HOW",
}


def serve_command(language: Language) -> click.Command:
    def run(**options: str | None) -> int:
        config = Config.read(options, os.environ)
        # Imported here: the other commands start without the server's libraries.
        from grav.server.serve import serve

        if not serve(config, lambda started: _announce(started, language)):
            raise GravError("serve.not_started")
        return 0

    return Command(
        "serve",
        needs="server",
        callback=run,
        help=say("serve.command", language),
        short_help=say("serve.short", language),
        params=[
            click.Option(
                [option_of(setting)],
                metavar=METAVARS[setting],
                help=say(f"serve.option_{setting}", language),
            )
            for setting in names()
        ],
    )


def _announce(config: Config, language: Language) -> None:
    where = str(config.database_file or mask_passwords(config.database))
    click.echo(say("serve.kept_in", language, where=where))
    if not config.limits:
        click.echo(say("serve.limits_off", language))
    click.echo(say("serve.open", language, address=_address(config)))


def _address(config: Config) -> str:
    """Returns the URL to open in a browser; `localhost` if the server listens on all addresses."""
    if config.public_url is not None:
        return config.public_url
    try:
        address = ip_address(config.host)
    except ValueError:
        return f"http://{config.host}:{config.port}"
    host = "localhost" if address.is_unspecified else str(address)
    return f"http://[{host}]:{config.port}" if ":" in host else f"http://{host}:{config.port}"
