"""The forms of everything that is sent or stored: closed unions, and nothing that acts.

`commands` come from clients, `views` go to them, `events` are stored, `settings` are part of all.
"""
