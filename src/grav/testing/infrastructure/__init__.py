"""What servers depend on: PostgreSQL and Redis, and how a network or a disk fails."""
