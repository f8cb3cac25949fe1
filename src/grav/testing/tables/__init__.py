"""Tables without a server: commands, random play, and a clock that the test sets."""
