"""Who may ask, how much and how often: checks before any handler. Knows no game and no account."""
