"""Play an expert game to its end, always opening the least risky cell."""

import sapper

game = sapper.Game("expert", rules="opening", seed=3)
game.open(8, 15)
while game.status == "playing":
    analysis = sapper.analyse(game.position)
    if analysis.safest_risk > 0:
        print(f"guess: {analysis.safest} at {analysis.safest_risk:.1%} risk")
    game.open(analysis.safest)
print(game)
print(f"{game.status} after {len(game.history)} moves")
