"""Boards drawn as text, random rules, perft, the symmetries of a board, altered verdicts."""
