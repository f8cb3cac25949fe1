"""Tables while people are at them: rooms in memory, sockets, deadlines, bots.

Whatever is kept here can be lost at any moment: the journal has it all.
"""
