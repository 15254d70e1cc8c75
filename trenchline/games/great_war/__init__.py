"""The Great War series: what The Big Push and Verdun: A Generation Lost have in common, laid out by their chapters.

A game of the series holds its differences and its data; a rule that only one of them has stands in that game.
"""
