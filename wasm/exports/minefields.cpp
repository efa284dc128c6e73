#include "calls.hpp"
#include "minefields/puzzle.hpp"
#include "minefields/search.hpp"

// Results: the counts of candidates: all, those that met the order, those that needed a guess, had another
// 3BV, or were undecided. Then, unless the time was up, the numbers of those that met the order, and their
// mines, a byte for each cell of each.
SAPPER_CALL(generate)(browser::TopologyHandle topology, std::uint32_t mines, sapper::Cell start,
                      sapper::FirstClick first_click, sapper::Method method, sapper::Difficulty hardest,
                      bool mine_count, std::uint32_t least_three_bv, std::uint32_t most_three_bv,
                      std::uint64_t seed, std::uint64_t first_game, std::uint32_t count, double seconds) {
    return browser::answer([=] {
        sapper::BoardSearch search({.topology = *topology,
                                    .mines = mines,
                                    .start = start,
                                    .first_click = first_click,
                                    .method = method,
                                    .terms = {hardest, mine_count},
                                    .least_three_bv = least_three_bv,
                                    .most_three_bv = most_three_bv,
                                    .seed = seed,
                                    .first_game = first_game});
        const auto give_progress = [&] {
            const sapper::SearchCounts counts = search.counts();
            browser::give_numbers(counts.candidates, counts.matches, counts.with_guesses,
                                  counts.of_other_three_bv, counts.undecided);
        };
        std::vector<sapper::BoardMatch> boards;
        try {
            boards = search.run(count, 1, browser::limits_of(seconds));
        } catch (const sapper::TimeIsUp&) {
            give_progress();
            throw;
        }
        give_progress();
        std::vector<std::uint64_t> games;
        std::vector<std::uint8_t> mine_bytes;
        for (const sapper::BoardMatch& board : boards) {
            games.push_back(board.game);
            mine_bytes.insert(mine_bytes.end(), board.mine_bytes.begin(), board.mine_bytes.end());
        }
        browser::give(games);
        browser::give(mine_bytes);
    });
}

// Argument 0: the counts that such searches gave, added up. Result: the text of the error about one minefield
// that they did not find in time.
SAPPER_CALL(shortfall)(browser::TopologyHandle topology, std::uint32_t mines, sapper::Cell start,
                       sapper::FirstClick first_click, sapper::Method method, double seconds) {
    return browser::answer([=] {
        const std::span<const double> sums = browser::argument<double>(0);
        const auto count = [&](std::size_t place) { return static_cast<std::uint64_t>(sums[place]); };
        const sapper::SearchCounts counts{.candidates = count(0),
                                          .matches = count(1),
                                          .with_guesses = count(2),
                                          .of_other_three_bv = count(3),
                                          .undecided = count(4)};
        const sapper::BoardOrder order{.topology = *topology,
                                       .mines = mines,
                                       .start = start,
                                       .first_click = first_click,
                                       .method = method};
        browser::give_text(sapper::shortfall_text(order, counts, 1, seconds));
    });
}

// Makes a puzzle. Results: the hardest rule, the number of steps, and that of the minefield; the marks.
SAPPER_CALL(make_puzzle)(browser::TopologyHandle topology, std::uint32_t mines, sapper::Difficulty hardest,
                         std::uint64_t seed, double seconds) {
    return browser::answer([=] {
        const sapper::PuzzleOrder order{
            .topology = *topology, .mines = mines, .terms = {hardest}, .seed = seed};
        const std::optional<sapper::Puzzle> puzzle = sapper::make_puzzle(order, browser::limits_of(seconds));
        if (!puzzle) throw std::invalid_argument(sapper::no_puzzle_text(order.terms));
        browser::give_numbers(puzzle->hardest, puzzle->steps, puzzle->game);
        browser::give(puzzle->marks);
    });
}
