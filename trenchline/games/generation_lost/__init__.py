"""A Generation Lost: Verdun, February 21 to December 18, 1916, in six scenarios and a campaign."""
