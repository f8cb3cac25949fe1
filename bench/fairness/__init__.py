"""Simulated races of shouts over modelled connections, judged by the server's own functions."""
