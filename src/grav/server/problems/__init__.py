"""Errors as answers: a status, a code for programs, a sentence in the asker's language."""
