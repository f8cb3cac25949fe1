"""How the tables came to be what they are, step by step. A step that was released never changes."""
