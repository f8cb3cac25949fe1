"""Clients of a server: by HTTP, by a table's socket, by the streams of the bot API.

Knows the forms of messages (`grav.server.messages`), and nothing else of the server.
"""

from grav.client.addresses import Address, parse_address
from grav.client.backoff import Backoff
from grav.client.errors import ClientError, Rejected, Unreachable
from grav.client.happened import actions_of, event_of
from grav.client.known import Known
from grav.client.server import Account, Server
from grav.client.sessions import Sessions
from grav.client.streams import deliver, follow_own, follow_table, persistently
from grav.client.table import Heard, Line, TableClient
from grav.client.views import view_of

__all__ = [
    "Account",
    "Address",
    "Backoff",
    "ClientError",
    "Heard",
    "Known",
    "Line",
    "Rejected",
    "Server",
    "Sessions",
    "TableClient",
    "Unreachable",
    "actions_of",
    "deliver",
    "event_of",
    "follow_own",
    "follow_table",
    "parse_address",
    "persistently",
    "view_of",
]
