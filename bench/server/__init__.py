"""Our table server under load, against boardgame.io: the server on one core, all its clients on
another. Whoever plays here is a script; nothing knows what a stone may do."""
