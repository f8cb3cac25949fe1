"""What the admin of a server can observe: logs, metrics, and a log line for each request."""
