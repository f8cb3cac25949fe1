"""The types of everything that is sent or stored: closed unions of structs, without behaviour.

`commands` come from clients, `views` go to them, `events` are stored, `settings` are part of all.
`people`, `tables`, `review`, `drills`, `atlas` and `problem` are requests and responses by topic.
"""
