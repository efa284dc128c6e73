"""A hobbyist: a player of one's own, as a class, compared with one of the engine's."""

import sapper


class Careful(sapper.Strategy):
    """Opens what is certain. Otherwise it opens the cell of least risk that has most hidden neighbours."""

    def choose(self, position: sapper.Position[sapper.Cell]) -> sapper.Cell:
        analysis = sapper.analyse(position)
        if analysis.safe:
            return analysis.safe[0]
        risks = analysis.mine_probability
        hidden = [cell for cell in analysis.position.topology if analysis.position[cell] == -1]
        return min(hidden, key=lambda cell: (round(float(risks[cell]), 9), -self._around(analysis, cell)))

    def _around(self, analysis: sapper.Analysis[sapper.Cell], cell: sapper.Cell) -> int:
        position = analysis.position
        return sum(position[each] < 0 for each in position.topology.neighbours(cell))


game = sapper.Game("beginner", seed=3)
Careful().play(game)
assert game.status != "playing"
report = sapper.simulate((5, 5, 4), Careful(), games=40, seed=1, threads=1)
low, high = report.interval
assert 0 <= low <= report.win_rate <= high <= 1
print(f"{report.win_rate:.0%} of {report.games} games won")
