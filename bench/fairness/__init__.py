"""Races of shouts over lines that are modelled, judged by the server's own functions."""
