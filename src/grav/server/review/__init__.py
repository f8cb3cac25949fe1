"""Reviews of games: every step with its truth, boards to try things on, the search's opinion. Knows
no table that is still played: whoever asks has the whole game already."""
