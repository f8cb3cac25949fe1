"""What a process runs on: its clock, its random source, its background tasks, its watchdog."""
