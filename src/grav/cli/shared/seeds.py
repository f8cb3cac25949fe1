"""Random seeds for dice, cards and programs."""

import secrets


def new_seed() -> str:
    return secrets.token_hex(8)
