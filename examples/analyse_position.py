"""Analyse one position: which cells are safe, which are mines, and what to open."""

import sapper

position = sapper.Position.from_text(
    """
    01...
    12F..
    .....
    """,
    mines=4,
)
analysis = sapper.analyse(position)
print("safe:", analysis.safe, "mines:", analysis.mines)
print("best:", analysis.safest, "at risk", analysis.safest_risk)
print("configurations:", analysis.configurations)
print(analysis.mine_probability.round(2))
