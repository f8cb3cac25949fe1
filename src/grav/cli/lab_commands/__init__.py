"""The subcommands of `grav lab`."""
