"""Errors as HTTP responses: a status, an error code, a sentence in the client's language.

Sent by handlers (`problem`), and by ASGI middleware before them (`asgi_response`).
"""
