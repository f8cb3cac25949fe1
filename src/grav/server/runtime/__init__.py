"""What a process runs on: its clock, random ids and secrets, background tasks, and watchdog."""
