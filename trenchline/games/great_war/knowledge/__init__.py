"""What the games of the series know of their own play: the staff of either side.

A game says what it is fought for in a `Ground` of its own (hooks at the end of `ground.Ground`), answers the decisions that
only it has, and values a position; its weights have the names that are used here. It derives from `staff.SeriesKnowledge`.
"""
