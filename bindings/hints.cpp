#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bind.hpp"
#include "board/board_names.hpp"
#include "deduction/explanation_in_words.hpp"
#include "deduction/phrase.hpp"
#include "hints/advised_guess.hpp"
#include "hints/hint.hpp"
#include "hints/ranking.hpp"
#include "limits.hpp"
#include "phrases.hpp"
#include "python_objects.hpp"
#include "util/decimals.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::AdvisedGuess;
using sapper::Cell;
using sapper::GuessFigures;
using sapper::MoveComparison;
using sapper::Position;
using sapper::RankedMove;

namespace {

using Seconds = std::optional<double>;

// The advice, whether it adds anything to the deductions, the text, and the conclusion.
using EndingOut = std::tuple<PhraseOut, bool, PhraseOut, PhraseOut>;

EndingOut hint_ending(const sapper::ExplanationInWords& explanation, bool mine_count,
                      const GuessObject* guess) {
    std::optional<AdvisedGuess> own_guess;
    if (guess != nullptr) {
        sapper::check_same_topology(*guess->topology, "a guess", *explanation.position().topology, "a hint");
        own_guess = *guess;
    }
    const sapper::HintEnding ending = sapper::ending_of(explanation, mine_count, own_guess);
    return {phrase_out(ending.advice), ending.adds_advice, phrase_out(ending.text),
            phrase_out(ending.conclusion)};
}

void check_goes_with(const Position& position, const AnalysisObject& analysis) {
    sapper::check_same_topology(*analysis.topology, "an analysis", *position.topology, "a position");
    if (analysis.safest.cell == sapper::kNoCell) throw std::invalid_argument("no cell can be safe");
}

GuessObject advised_guess(const Position& position, const AnalysisObject& analysis,
                          const sapper::Rules* rules, bool by_win, std::uint64_t seed, Seconds time_limit,
                          const Cancel* cancel) {
    check_goes_with(position, analysis);
    return {sapper::advised_guess(position, analysis, first_click_of(rules), by_win, seed,
                                  limits_of(time_limit, cancel)),
            position.topology};
}

GuessObject guess_of_cell(const Position& position, const AnalysisObject& analysis,
                          const sapper::Rules* rules, Cell cell, std::optional<std::string> reason,
                          Seconds time_limit, const Cancel* cancel) {
    check_goes_with(position, analysis);
    sapper::check_cell(cell, *position.topology);
    return {sapper::advised_guess(position, analysis, first_click_of(rules),
                                  sapper::OtherGuess{cell, std::move(reason)}, limits_of(time_limit, cancel)),
            position.topology};
}

GuessObject guess_without_count(const Position& position) {
    return {sapper::guess_without_count(position), position.topology};
}

PhraseOut cells_named(const sapper::Topology& topology, const std::vector<Cell>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        sapper::check_cell(cells[i], topology);
        if (i > 0 && cells[i - 1] >= cells[i]) throw std::invalid_argument("cells must be ascending");
    }
    return phrase_out(sapper::name_cells(topology, cells));
}

std::optional<std::vector<RankedMove>> rank_moves(const Position& position, const sapper::Rules& rules,
                                                  std::size_t most, bool by_win, bool trust_flags,
                                                  bool mine_count, std::uint64_t seed, Seconds time_limit,
                                                  const Cancel* cancel) {
    return sapper::rank_moves(position, {rules, most, by_win, trust_flags, mine_count, seed},
                              limits_of(time_limit, cancel));
}

void bind_guess_figures(nb::module_& module) {
    nb::class_<GuessFigures>(module, "GuessFigures", "What opening a cell may bring.")
        .def(
            "__init__",
            [](GuessFigures* self, double risk, std::uint32_t numbers, double progress, double survival,
               bool closed, double score, Seconds worth, Seconds win_probability, Seconds safest_play) {
                new (self) GuessFigures{risk,  numbers, progress,        survival,   closed,
                                        score, worth,   win_probability, safest_play};
            },
            "risk"_a, "numbers"_a, "progress"_a, "survival"_a, "closed"_a, "score"_a, "worth"_a.none(),
            "win_probability"_a.none(), "safest_play"_a.none())
        .def_ro("risk", &GuessFigures::risk)
        .def_ro("numbers", &GuessFigures::numbers)
        .def_ro("progress", &GuessFigures::progress)
        .def_ro("survival", &GuessFigures::survival)
        .def_ro("closed", &GuessFigures::closed)
        .def_ro("score", &GuessFigures::score)
        .def_ro("worth", &GuessFigures::worth)
        .def_ro("win_probability", &GuessFigures::win_probability)
        .def_ro("safest_play", &GuessFigures::safest_play);
    module.def(
        "figures_of",
        [](const Position& position, Cell cell, Seconds time_limit, const Cancel* cancel) {
            return sapper::figures_of(position, cell, limits_of(time_limit, cancel));
        },
        "position"_a, "cell"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def(
        "reason_for",
        [](const GuessFigures& figures, const GuessFigures& safest, const sapper::Topology& topology,
           Cell safest_cell) {
            sapper::check_cell(safest_cell, topology);
            return phrase_or_none(sapper::reason_for(figures, safest, topology, safest_cell));
        },
        "figures"_a, "safest"_a, "topology"_a, "safest_cell"_a);
}

void bind_moves(nb::module_& module) {
    nb::class_<MoveComparison>(module, "ComparedMove", "A move compared with others by the chance to win.")
        .def_ro("win_probability", &MoveComparison::win_probability)
        .def_ro("error", &MoveComparison::error)
        .def_ro("behind", &MoveComparison::behind)
        .def_ro("behind_error", &MoveComparison::behind_error)
        .def_ro("games", &MoveComparison::games);
    nb::class_<RankedMove>(module, "RankedMove", "A move in a ranking.")
        .def_ro("cell", &RankedMove::cell)
        .def_ro("flag", &RankedMove::flag)
        .def_ro("risk", &RankedMove::risk)
        .def_ro("exact", &RankedMove::exact)
        .def_prop_ro("rule",
                     [](const RankedMove& self) {
                         return self.rule ? std::optional(static_cast<std::size_t>(*self.rule))
                                          : std::nullopt;
                     })
        .def_ro("figures", &RankedMove::figures)
        .def_ro("compared", &RankedMove::comparison);
    module.def("rank_moves", &rank_moves, "position"_a, "rules"_a, "most"_a, "by_win"_a, "trust_flags"_a,
               "mine_count"_a, "seed"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release(),
               "None if only the mine count could decide, and it is missing.");
}

}  // namespace

void bind_hints(nb::module_& module) {
    bind_guess_figures(module);
    bind_moves(module);
    nb::class_<GuessObject>(module, "AdvisedGuess", "The guess of a hint.")
        .def_ro("cell", &AdvisedGuess::cell)
        .def_ro("risk", &AdvisedGuess::risk)
        .def_ro("safest", &AdvisedGuess::safest)
        .def_ro("safest_risk", &AdvisedGuess::safest_risk)
        .def_ro("exact", &AdvisedGuess::exact)
        .def_ro("figures", &AdvisedGuess::figures)
        .def_ro("safest_figures", &AdvisedGuess::safest_figures)
        .def_prop_ro("reason", [](const GuessObject& self) { return phrase_or_none(self.reason); });
    module.def("advised_guess", &advised_guess, "position"_a, "analysis"_a, "rules"_a.none(), "by_win"_a,
               "seed"_a, "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def("guess_of_cell", &guess_of_cell, "position"_a, "analysis"_a, "rules"_a.none(), "cell"_a,
               "reason"_a.none(), "time_limit"_a = nb::none(), "cancel"_a = nb::none(), Release());
    module.def("uncounted_guess", &guess_without_count, "position"_a);

    module.def("wants_guess", &sapper::wants_guess, "explanation"_a, "mine_count"_a);
    module.def("hint_ending", &hint_ending, "explanation"_a, "mine_count"_a, "guess"_a.none(),
               "The advice, whether it adds anything to the deductions, the text, and the conclusion.");
    module.def(
        "certain_moves",
        [](const Position& position, const sapper::Rules& rules, bool opens, bool flags,
           std::optional<std::size_t> hint, Seconds time_limit, const Cancel* cancel) {
            const sapper::CertainMoves moves = sapper::certain_moves(
                position, rules.first_click, opens, flags, hint, limits_of(time_limit, cancel));
            return std::pair(moves.opens, moves.flags);
        },
        "position"_a, "rules"_a, "opens"_a, "flags"_a, "hint"_a.none(), "time_limit"_a = nb::none(),
        "cancel"_a = nb::none(), Release(), "The cells to open and those to flag.");
    module.def("cells_named", &cells_named, "topology"_a, "cells"_a,
               "The names of cells, which must be ascending.");
    module.def(
        "text_of_phrase",
        [](const PhraseOut& phrase, std::int64_t first) { return sapper::text_of(phrase_in(phrase), first); },
        "phrase"_a, "first"_a, "The text of a phrase. `first` says where rows and columns start to count.");
    module.def("percent_text", &sapper::percent_text, "share"_a, "decimals"_a,
               "A share of 1 in per cent, with so many decimals.");
    module.def("short_percent_text", &sapper::short_percent_text, "share"_a, "figures"_a,
               "The same with so many significant digits at most.");
}
