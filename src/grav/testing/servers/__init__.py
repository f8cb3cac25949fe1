"""Whole servers, in this process or as processes of their own, and clients that play at them."""
