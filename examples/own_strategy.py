"""Write a whole strategy of your own: a function from a position to a cell."""

import sapper


def next_to_the_largest_number(position: sapper.Position) -> sapper.Cell:
    analysis = sapper.analyse(position)
    if analysis.safe:
        return analysis.safe[0]
    hidden = [cell for cell in position.topology if position[cell] < 0 and cell not in analysis.mines]
    return min(hidden, key=lambda cell: -max(position[near] for near in position.topology.neighbours(cell)))


strategy = sapper.Strategy(next_to_the_largest_number)
games = [strategy.play(sapper.Game("beginner", seed=1, number=number)) for number in range(50)]
print(f"{strategy.name} wins {sum(game.status == 'won' for game in games)} of {len(games)} games")
