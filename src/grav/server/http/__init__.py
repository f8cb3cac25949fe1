"""The handlers of the HTTP interface and of websockets, one module per topic."""
