"""Connections below the application: HTTP framing, slowloris protection, websockets, addresses.

The only part that leans on the insides of uvicorn.
"""
