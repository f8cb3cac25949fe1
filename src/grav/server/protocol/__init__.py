"""Connections below the application: HTTP framing, slowloris protection, websockets, addresses.

The only part that uses private parts of uvicorn.
"""
