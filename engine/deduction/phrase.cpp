#include "deduction/phrase.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <type_traits>
#include <unordered_map>

#include "util/decimals.hpp"

namespace sapper {

namespace {

constexpr std::int64_t kAll = -1;  // stands for all counts that have no text of their own

// A text for a sentence.
struct Sentence {
    std::string_view name;
    std::string_view by;  // the value whose count chooses the text, if any
    std::int64_t count;
    std::string_view text;
};

// The texts of a sentence follow one another. The last is for all other counts.
constexpr Sentence kSentences[] = {
    {"sentences", "", kAll, "{sentences|sentences}"},

    {"cells", "", kAll, "{parts}"},
    {"row", "columns", 1, "row {row|place}, column {columns|place}"},
    {"row", "columns", kAll, "row {row|place}, columns {columns|place}"},
    {"numbered_cells", "cells", 1, "cell {cells}"},
    {"numbered_cells", "cells", kAll, "cells {cells}"},
    {"point", "", kAll, "{coordinates}"},
    {"more_cells", "", kAll, "{count} more"},
    {"number", "", kAll, "the {shown} at {cells}"},
    {"are_safe", "count", 1, "{cells} is safe"},
    {"are_safe", "count", kAll, "{cells} are safe"},
    {"are_mines", "count", 1, "{cells} is a mine"},
    {"are_mines", "count", kAll, "{cells} are mines"},
    {"mines", "count", 0, "no mine"},
    {"mines", "count", 1, "one mine"},
    {"mines", "count", kAll, "{count} mines"},
    {"more_mines", "count", 0, "no more mine"},
    {"more_mines", "count", 1, "one more mine"},
    {"more_mines", "count", kAll, "{count} more mines"},
    {"cell_count", "count", 1, "cell"},
    {"cell_count", "count", kAll, "{count} cells"},

    {"single_mines", "need", 1, "{number|capital} has only one cell left that can hold its mine: {claims}."},
    {"single_mines", "need", kAll,
     "{number|capital} has only {need} cells left that can hold its mines: {claims}."},
    {"single_zero", "", kAll, "{number|capital} touches no mine: {claims}."},
    {"single_safe", "found", 1, "{number|capital} already has its mine: {claims}."},
    {"single_safe", "found", kAll, "{number|capital} already has its {found} mines: {claims}."},
    {"subset", "", kAll,
     "{inner|capital} has {has} among cells that {outer} also touches. That leaves {rest} for the other "
     "{cells} of that {shown}: {claims}."},
    {"because", "", kAll, "Because of {sources}, {holds}."},
    {"holds", "count", 1, "{cells} holds {held}"},
    {"holds", "count", kAll, "{cells} hold {held}"},
    {"at_least", "", kAll, "at least {mines}"},
    {"at_most", "", kAll, "at most {mines}"},
    {"overlap_needs", "", kAll, "{because} So {number} needs {mines} in its other {cells}: {claims}."},
    {"overlap_needs_all", "", kAll,
     "{because} So {number} needs {mines} in its other {cells}, and that leaves none for the rest of "
     "{source}: {claims}."},
    {"overlap_leaves_none", "", kAll, "{because} That leaves none for the rest of {number}: {claims}."},
    {"what_cells_hold", "", kAll, "what {cells} can hold"},
    {"chain", "steps", 0, "So {claims}."},
    {"chain", "steps", kAll, "{steps|sentences} So {claims}."},
    {"chain_with_numbers", "steps", 0, "Because of {sources}, {claims}."},
    {"chain_with_numbers", "steps", kAll, "{steps|sentences} Then, because of {sources}, {claims}."},
    {"cases", "steps", 0, "Suppose {supposed}. Then {fault}. So {claims}."},
    {"cases", "steps", kAll, "Suppose {supposed}. That makes {steps}. Then {fault}. So {claims}."},
    {"made_a_mine", "", kAll, "{cells} a mine"},
    {"made_safe", "", kAll, "{cells} safe"},
    {"more_certain", "", kAll, "more cells certain"},
    {"too_many_mines", "", kAll, "{number} has too many mines"},
    {"too_few_mines", "", kAll, "{number} does not have enough mines"},
    {"no_mine_left", "", kAll, "No mine is left: {claims}."},
    {"as_many_mines_as_cells", "", kAll, "There are as many mines left as cells: {claims}."},
    {"needs_only", "numbers", 1,
     "{numbers|capital} needs only {taken} of the {left} mines that are left: {claims}."},
    {"needs_only", "numbers", kAll,
     "{numbers|capital} together need only {taken} of the {left} mines that are left: {claims}."},
    {"needs_all", "numbers", 1, "{numbers|capital} needs {mines}: {claims}."},
    {"needs_all", "numbers", kAll, "{numbers|capital} together need {mines}: {claims}."},
    {"all_mines_left", "left", 1, "the only mine that is left"},
    {"all_mines_left", "left", kAll, "all {left} mines that are left"},
    {"counting", "numbers", 1, "Every placement of mines that fits this number agrees: {claims}."},
    {"counting", "numbers", kAll,
     "Every placement of mines that fits these {numbers} numbers agrees: {claims}."},
    {"counting_mines", "numbers", 1,
     "Every placement of mines that fits this number with {mines} on the board agrees: {claims}."},
    {"counting_mines", "numbers", kAll,
     "Every placement of mines that fits these {numbers} numbers with {mines} on the board agrees: "
     "{claims}."},
    {"together", "", kAll, "{numbers|capital} prove this together: {claims}."},

    {"simpler", "", kAll, "Simpler deductions show that {known}."},
    {"then", "", kAll, "Then {sentence|small}"},
    {"wrong_flags", "count", 1, "The flag at {cells} must be wrong."},
    {"wrong_flags", "count", kAll, "The flags at {cells} must be wrong."},
    {"all_that_follows", "", kAll, "That is all that follows from this position."},
    {"all_that_was_found", "", kAll,
     "That is all that was found. This position is too large or too entangled to be sure of more."},

    {"nothing_hidden", "", kAll, "Nothing is hidden."},
    {"no_guess_needed", "", kAll, "No guess is needed: some hidden cells are certainly safe."},
    {"all_are_mines", "", kAll, "Every hidden cell is a mine."},
    {"no_mine_count", "", kAll,
     "No hidden cell is certainly safe for every number of mines on the board. To compare the guesses, give "
     "`mines`."},
    {"no_mine_count_incomplete", "", kAll,
     "This position is too large or too entangled to count. No certainly safe cell was found, but there may "
     "be one. To compare the guesses, give `mines`."},
    {"advice", "", kAll, "No hidden cell is certainly safe. {guess}"},
    {"advice_incomplete", "", kAll,
     "This position is too large or too entangled to count. No certainly safe cell was found, but there may "
     "be one. {guess}"},
    {"guess", "", kAll, "The guess is {cell}, with {risk}."},
    {"best_guess", "", kAll, "The best guess is {cell}, with {risk}."},
    {"best_guess_lowest", "", kAll, "The best guess is {cell}, with {risk}, the lowest on the board."},
    {"risk", "", kAll, "a risk of {risk|percent}"},
    {"risk_about", "", kAll, "a risk of about {risk|percent}"},
    {"same_risk", "", kAll, "the same risk"},
    {"better_than", "", kAll, "It is better than {cell}, which has {risk}, because {reason}."},
    {"safest_cell", "", kAll, "The safest cell is {cell}, with {risk}{against}."},
    {"wins_no_more", "", kAll, ", but perfect play wins no more often with it"},
    {"dead_wins_no_more", "", kAll,
     ", but perfect play wins no more often with it, because opening it tells nothing"},
    {"safest_wins_more", "", kAll, "; perfect play wins more often with it"},
    {"safest_advantages", "", kAll, ": {advantages|clauses}"},
    {"wins", "", kAll, "With perfect play, the chance to win from here is {win|percent}."},
    {"wins_about", "", kAll,
     "If the strategy fast plays on after this guess, the chance to win is {win|tenths} +- {error|tenths} "
     "%."},
    {"wins_exactly", "", kAll,
     "If the strategy fast plays on after this guess, the chance to win is {win|percent}."},

    {"shares", "", kAll, "{one|percent}, against {other|percent}"},
    {"survives", "", kAll, "the chance to survive both it and the next guess is {shares}"},
    {"proves_more", "", kAll, "the chance that it proves another cell safe is {shares}"},
    {"wins_more", "", kAll, "the chance to win with perfect play is then {shares}"},
    {"wins_more_safely", "", kAll, "the chance to win by opening the safest cells after it is {shares}"},
    {"closed", "", kAll,
     "no number elsewhere can ever help with the cells around it: you have to guess there sooner or later, "
     "and waiting does not make it safer"},
    {"both_closed", "", kAll,
     "no number elsewhere can help with the cells around them, and perfect play there begins with it"},
    {"tells_nothing", "advantages", 0, "{cell} can show only one number, so opening it tells nothing"},
    {"tells_nothing", "advantages", kAll,
     "{cell} can show only one number, so opening it tells nothing; {advantages|clauses}"},
    {"advantages", "", kAll, "{advantages|clauses}"},
    {"leaves_safer_guesses", "", kAll,
     "on average over the numbers that it can show, it leaves fewer or safer guesses"},
    {"was_won_more", "", kAll, "games from positions like this one were won more often after it"},
    {"wins_by", "", kAll, "its chance to win is {behind|tenths} percentage points higher"},
    {"wins_by_play", "", kAll,
     "its chance to win is {behind|tenths} +- {error|tenths} percentage points higher"},
    {"given_reason", "", kAll, "{reason}"},

    {"beginning", "", kAll, "Nothing is open yet. A good cell to begin with is {cell}."},
    {"beginning_safe", "", kAll,
     "Nothing is open yet. A good cell to begin with is {cell}. The first cell is always safe."},
    {"chosen_because", "", kAll, "It was chosen because {reason}."},
    {"nothing_else_known", "", kAll, "Nothing else is known before a cell is open."},

    {"loss_risk", "", kAll, "The risk was {risk|percent}."},
    {"loss_certain", "", kAll, "It was certainly a mine."},
    {"loss_at_first", "", kAll, "Nothing was open yet. {risk}"},
    {"loss_needless", "", kAll, "{risk} You did not have to guess."},
    {"loss_by_rule", "", kAll, "A safe cell was there: {cell}. By the rule of guessing, a guess then loses."},
    {"loss_proven", "", kAll, "{before} {proof}"},
    {"loss_safe_cell", "", kAll, "{before} A cell was certainly safe: {cell}."},
    {"loss_least_risk", "", kAll, "{risk} Nothing was certainly safe, and no cell had less risk."},
    {"loss_less_risk", "", kAll,
     "{risk} Nothing was certainly safe. The least risk was {least|percent}, at {cell}."},
};

struct Join {
    std::string_view name;
    std::string_view between;
    std::string_view last;
};
constexpr Join kJoins[] = {{"list", ", ", " and "}, {"clauses", ", and ", ", and "}, {"sentences", " ", " "}};

constexpr std::string_view kPlaceFormats[] = {"", "capital", "small", "place", "percent", "tenths"};

// Whether every place has a known format, and every sentence ends with the text for all other counts.
constexpr bool are_sound(std::span<const Sentence> sentences) {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const auto& [name, by, count, text] = sentences[i];
        const bool is_last = i + 1 == sentences.size() || sentences[i + 1].name != name;
        if (is_last != (count == kAll)) return false;
        for (std::size_t end = text.find('}'); end != std::string_view::npos; end = text.find('}', end + 1)) {
            const std::string_view place = text.substr(0, end).substr(text.rfind('{', end) + 1);
            const std::size_t bar = place.find('|');
            const std::string_view format = bar == std::string_view::npos ? "" : place.substr(bar + 1);
            const bool is_way = std::ranges::find(kPlaceFormats, format) != std::end(kPlaceFormats);
            if (!is_way && std::ranges::find(kJoins, format, &Join::name) == std::end(kJoins)) return false;
        }
    }
    return true;
}
static_assert(are_sound(kSentences));

const Sentence& sentence_for(const Phrase& phrase) {
    static const auto places = [] {
        std::unordered_map<std::string_view, const Sentence*> first_texts;
        for (const Sentence& each : kSentences)
            first_texts.try_emplace(each.name, &each);
        return first_texts;
    }();
    const Sentence* sentence = places.at(phrase.name);
    if (sentence->by.empty()) return *sentence;
    const std::int64_t count = std::visit(
        []<typename Value>(const Value& value) -> std::int64_t {
            if constexpr (std::is_same_v<Value, std::int64_t>) {
                return value;
            } else if constexpr (std::is_same_v<Value, double>) {
                return kAll;
            } else {
                return static_cast<std::int64_t>(value.size());
            }
        },
        phrase.at(sentence->by));
    while (sentence->count != kAll && sentence->count != count)
        ++sentence;
    return *sentence;
}

class PhraseText {
  public:
    PhraseText(const Phrase& phrase, std::int64_t first) : phrase_(phrase), first_(first) {}

    std::string text() const {
        std::string text;
        std::string_view rest = sentence_for(phrase_).text;
        for (std::size_t begin = rest.find('{'); begin != std::string_view::npos; begin = rest.find('{')) {
            const std::size_t end = rest.find('}', begin);
            text += rest.substr(0, begin);
            text += text_of_place(rest.substr(begin + 1, end - begin - 1));
            rest.remove_prefix(end + 1);
        }
        return text.append(rest);
    }

  private:
    // The value of a place such as "cells" or "cells|capital".
    std::string text_of_place(std::string_view place) const {
        const std::size_t bar = std::min(place.find('|'), place.size());
        const std::string_view format = place.substr(std::min(bar + 1, place.size()));
        std::string text = std::visit([&](const auto& value) { return text_of_value(value, format); },
                                      phrase_.at(place.substr(0, bar)));
        const auto change_first = [&](int (*change)(int)) {
            if (!text.empty()) text[0] = static_cast<char>(change(static_cast<unsigned char>(text[0])));
        };
        if (format == "capital") change_first(std::toupper);
        if (format == "small") change_first(std::tolower);
        return text;
    }

    std::string text_of_value(std::int64_t value, std::string_view format) const {
        return std::to_string(format == "place" ? value + first_ : value);
    }
    std::string text_of_value(double value, std::string_view format) const {
        if (format == "tenths") return fixed_text(100 * value, 1);
        const PhraseValue* decimals = phrase_.find("decimals");
        return percent_text(value, decimals != nullptr ? static_cast<int>(std::get<std::int64_t>(*decimals))
                                                       : kUsualDecimals);
    }
    std::string text_of_value(const std::string& value, std::string_view) const { return value; }
    std::string text_of_value(const Phrase& value, std::string_view) const { return text_of(value, first_); }
    template <typename T>
    std::string text_of_value(const std::vector<T>& values, std::string_view format) const {
        const auto* entry = std::ranges::find(kJoins, format, &Join::name);
        const Join& join = entry == std::end(kJoins) ? kJoins[0] : *entry;
        std::string text;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) text += i + 1 == values.size() ? join.last : join.between;
            text += text_of_value(values[i], format);
        }
        return text;
    }

    const Phrase& phrase_;
    std::int64_t first_;
};

}  // namespace

std::string text_of(const Phrase& phrase, std::int64_t first) {
    return PhraseText(phrase, first).text();
}

}  // namespace sapper
