"""Findings: the numbers of docs/findings.md, computed from the atlas.

`claims` tests what the rulebooks say about difficulty, `stages` says when there is something to
see, `missed` whether difficulty foretells what is missed, `outcomes` what games are like under each
rule, `seats` whether places are even. `sentences` puts the numbers into the words of the pages.
`search_results` and `search_sentences` are for docs/search.md, from `data/search.json`;
`opponents_results` and `opponents_sentences` for docs/opponents.md, from `data/opponents.json`.
"""
