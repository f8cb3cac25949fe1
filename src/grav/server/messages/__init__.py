"""The types of everything that is sent or stored: closed unions of structs, without behaviour.

`commands` come from clients, `views` go to them with the `public_events` of a table,
`stored_events` are in the journal, `settings` are part of all. `people`, `review`, `drills` and
`atlas` are requests and responses by topic, `responses` those of no topic.
"""
