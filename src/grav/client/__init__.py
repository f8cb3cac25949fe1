"""Clients of a server: over HTTP, a table's WebSocket, and the NDJSON streams of the bot API.

Imports the message types (`grav.server.messages`), and nothing else of the server.
"""

from grav.client.addresses import Address, parse_address
from grav.client.backoff import Backoff
from grav.client.errors import ClientError, Rejected, Unreachable
from grav.client.event_adapter import actions_of, events_of
from grav.client.http_client import ServerClient, SignedInAccount
from grav.client.reconnecting_streams import follow_own_tables, follow_table
from grav.client.retrying import deliver, with_retries
from grav.client.session_store import SessionStore
from grav.client.table_client import ConnectionChanged, Incoming, TableClient
from grav.client.table_replica import TableReplica
from grav.server.messages.positions import view_of

__all__ = [
    "Address",
    "Backoff",
    "ClientError",
    "ConnectionChanged",
    "Incoming",
    "Rejected",
    "ServerClient",
    "SessionStore",
    "SignedInAccount",
    "TableClient",
    "TableReplica",
    "Unreachable",
    "actions_of",
    "deliver",
    "events_of",
    "follow_own_tables",
    "follow_table",
    "parse_address",
    "view_of",
    "with_retries",
]
