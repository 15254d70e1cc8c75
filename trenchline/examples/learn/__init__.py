"""Learning to play: maskable PPO by a library, and information-set tree search."""
