"""Guests, accounts, sessions, tokens, blocks and bans: logic over the store. Knows no network."""
