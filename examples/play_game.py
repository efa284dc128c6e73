"""Play an expert game to its end, always opening the least risky cell."""

import sapper

game = sapper.Game.new("expert", first_click="opening", seed=3)
game.open(8, 15)
while game.status == "playing":
    analysis = sapper.analyse(game.position)
    if analysis.best_risk > 0:
        print(f"guess: {analysis.best} at {analysis.best_risk:.1%} risk")
    game.open(analysis.best)
print(game)
print(f"{game.status} after {len(game.history)} moves")
