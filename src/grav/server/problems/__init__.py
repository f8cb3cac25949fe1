"""Errors as HTTP responses: a status, an error code, a sentence in the client's language."""
