"""Our table server under load, against boardgame.io: the server on one core, all its clients on
another. The clients follow a script and know no rules."""
