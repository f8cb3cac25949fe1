"""What several commands share: the console, files, options and help in a language, exit codes."""
