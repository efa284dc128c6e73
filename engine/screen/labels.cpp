// Which readings of the looks are likely enough to keep, and whether the best one is doubtful.
#include <cmath>

#include "screen/meanings.hpp"

namespace sapper::screen {

namespace {

Numbers without(Numbers numbers, std::size_t number) {
    std::erase(numbers, number);
    return numbers;
}

class Labelling {
  public:
    Labelling(const std::vector<Look>& looks, int rows, int columns, const BoardFacts& facts,
              const Limits& limits)
        : looks_(looks, rows, columns, facts.partial),
          facts_(facts),
          limits_(limits),
          rules_(looks_, facts),
          fits_(looks_, facts.mines, limits),
          priors_(looks_, facts) {}

    Readings readings();

  private:
    struct Candidate {
        Meaning meaning;
        double score;
    };

    void try_roles(const std::vector<Roles>& all);
    std::vector<Meaning> search(const Roles& roles);
    Meaning without_flags(Meaning meaning) const;
    std::vector<Meaning> variants_of(const Meaning& best) const;
    void judge(const std::vector<Meaning>& meanings);
    double patience(const Meaning& best, const Meaning& meaning) const;
    bool may_be_beneath(std::size_t number, const Meaning& meaning) const;
    bool is_alone(std::size_t number, const Numbers& hidden) const;
    bool is_surely(std::size_t number, Mark digit, Mark other) const;
    bool is_plain_to_see(const Meaning& meaning) const;
    bool has_displaced_numbers(const Meaning& meaning) const;
    bool has_impossible_flags(const Meaning& meaning) const;
    Numbers strange_looks(const Meaning& meaning) const;
    bool is_doubtful(const Meaning& meaning, double score);

    BoardLooks looks_;
    const BoardFacts& facts_;
    const Limits& limits_;
    RoleRules rules_;
    Fits fits_;
    Priors priors_;
    std::vector<Candidate> scores_;
    std::set<Roles> past_roles_;
    std::set<Meaning> judged_meanings_;
};

Readings Labelling::readings() {
    constexpr double kPlausible = 7;     // readings this far from the best are still possible, in logarithms
    constexpr std::size_t kRounds = 24;  // how many readings get variants
    try_roles(rules_.all_roles());
    std::set<Meaning> past_meanings;
    while (!scores_.empty() && past_meanings.size() < kRounds) {
        const Candidate best = *std::ranges::max_element(scores_, std::less{}, &Candidate::score);
        if (!is_possible(best.score) || !past_meanings.insert(best.meaning).second) break;
        judge(variants_of(best.meaning));
        try_roles(rules_.other_roles(best.meaning));
    }
    std::erase_if(scores_, [](const Candidate& each) { return !is_possible(each.score); });
    if (scores_.empty()) return {};
    const auto is_before = [](const Candidate& one, const Candidate& other) {
        return one.score != other.score ? one.score > other.score : one.meaning < other.meaning;
    };
    const Candidate best = *std::ranges::min_element(scores_, is_before);
    for (Candidate& each : scores_)
        each.score = (each.score - best.score) / patience(best.meaning, each.meaning);
    std::ranges::sort(scores_, is_before);
    Readings result;
    double sum = 0;
    for (const Candidate& each : scores_) {
        result.plausible += each.score > -kPlausible;
        result.meanings.push_back(each.meaning);
        result.chances.push_back(std::exp(each.score));
        sum += result.chances.back();
    }
    for (double& chance : result.chances)
        chance /= sum;
    result.doubtful = is_doubtful(best.meaning, best.score);
    if (!facts_.floods()) result.strange_looks = strange_looks(best.meaning);
    return result;
}

// Judges the likeliest readings with these roles.
void Labelling::try_roles(const std::vector<Roles>& all) {
    for (const Roles& roles : all) {
        if (!past_roles_.insert(roles).second) continue;
        std::vector<Meaning> likeliest = search(roles);
        for (std::size_t i = 0, count = likeliest.size(); i < count; ++i)
            likeliest.push_back(without_flags(likeliest[i]));
        judge(likeliest);
    }
}

// The reading in which flags are hidden cells with a drawing.
Meaning Labelling::without_flags(Meaning meaning) const {
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (meaning[number] == kFlag && rules_.agrees(number, kHidden)) meaning[number] = kHidden;
    }
    return meaning;
}

// By how much the distance of a reading from the best one is divided. The numbers hardly tell which covered
// cells have flags. So a distance counts less if the readings differ only in this, and in cells that the best
// one calls hidden, or in what may be a digit with something on top. It counts more if they differ only in
// drawings that are surely the digits of the best one.
double Labelling::patience(const Meaning& best, const Meaning& meaning) const {
    constexpr double kUncertain = 2;
    constexpr double kSureDigits = 0.5;
    constexpr double kHalfSeen = 3;
    bool hidden = false, open = false, sure = true, beneath = true;
    for (std::size_t number = 0; number < best.size(); ++number) {
        if (best[number] == meaning[number]) continue;
        open |= best[number] >= 0 || meaning[number] >= 0;
        sure &= is_surely(number, best[number], meaning[number]);
        hidden |= best[number] == kHidden;
        beneath &= best[number] == kHidden && may_be_beneath(number, best);
    }
    if (open && beneath) return kHalfSeen;
    return open ? (sure ? kSureDigits : 1) : hidden ? kUncertain : 1;
}

// Whether a drawing on few cells may be a digit with something on top of it, such as the pointer. Its cells
// are like open cells rather than like covered ones, and clearly so if nothing of the digit is seen.
bool Labelling::may_be_beneath(std::size_t number, const Meaning& meaning) const {
    constexpr std::size_t kFew = 2;
    constexpr double kUnlike = -1;  // how much a drawing is like a digit of which too little is seen
    if (looks_.plain[number] || looks_.sizes[number] > kFew) return false;
    double covered = kInfinite, open = kInfinite;
    for (std::size_t other = 0; other < meaning.size(); ++other) {
        if (other == number) continue;
        double& nearest = is_open(meaning[other]) ? open : covered;
        nearest = std::min(nearest, looks_.apart(number, other));
    }
    const double clearance = looks_.like_digits[number] < kUnlike ? kAlikeLooks : 0;
    return open < std::min(covered - clearance, kAlikeLooks);
}

// Whether the cells of a covered look are unlike other covered cells. These tell if they have no drawing, or
// are more.
bool Labelling::is_alone(std::size_t number, const Numbers& hidden) const {
    Numbers others = without(hidden, number);
    std::erase_if(others, [&](std::size_t other) { return looks_.take_turns({number, other}); });
    std::size_t elsewhere = 0;
    bool tell = false;
    for (const std::size_t other : others) {
        elsewhere += looks_.sizes[other];
        tell |= looks_.plain[other] || elsewhere > looks_.sizes[number];
    }
    return tell && least_at(looks_.apart, number, others) > kAlikeLooks;
}

// Whether a drawing is surely a digit, and this one rather than the other mark.
bool Labelling::is_surely(std::size_t number, Mark digit, Mark other) const {
    constexpr double kRather = -6;  // the most that speaks for another one
    if (digit <= 0 || looks_.like_digits[number] < kSureDigit) return false;
    const auto opinion = [&](Mark mark) {
        return looks_.opinions[number][static_cast<std::size_t>(mark - 1)];
    };
    return opinion(digit) == 0 && (other <= 0 || opinion(other) <= kRather);
}

// Whether a number stands elsewhere in its cells than in most cells that have it: it may be the edge of
// something that lies on them.
bool Labelling::has_displaced_numbers(const Meaning& meaning) const {
    constexpr double kFar = 0.26;  // of a cell
    for (Mark mark = 1; mark <= 8; ++mark) {
        const Numbers same = with_mark(meaning, mark);
        if (same.empty()) continue;
        const std::size_t usual =
            *std::ranges::max_element(same, {}, [&](std::size_t each) { return looks_.sizes[each]; });
        const auto is_elsewhere = [&](std::size_t number) {
            return !facts_.marks.contains(number) &&
                   std::ranges::any_of(looks_.middles, [&](const std::vector<double>& middles) {
                       return std::abs(middles[number] - middles[usual]) > kFar;
                   });
        };
        if (std::ranges::any_of(same, is_elsewhere)) return true;
    }
    return false;
}

// Whether most numbers touch more flags than they say. Players put few flags wrongly, so these are none.
bool Labelling::has_impossible_flags(const Meaning& meaning) const {
    constexpr std::size_t kFewest = 6;  // such numbers
    std::size_t numbers = 0, exceeded = 0;
    for (Cell cell = 0; cell < looks_.of.size(); ++cell) {
        const Mark mark = meaning[looks_.of[cell]];
        if (mark <= 0) continue;
        Mark flags = 0;
        each_neighbour(*looks_.board, cell, [&](Cell other) {
            if (meaning[looks_.of[other]] == kFlag) ++flags;
        });
        ++numbers;
        exceeded += flags > mark;
    }
    return exceeded >= kFewest && 2 * exceeded > numbers;
}

// Whether there are numbers, all of them are like their digits, and nothing else is.
bool Labelling::is_plain_to_see(const Meaning& meaning) const {
    constexpr std::size_t kFewestNumbers = 6;  // cells with a number
    std::size_t numbers = 0;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        const Mark mark = meaning[number];
        if (facts_.marks.contains(number)) continue;
        const bool is_likeliest =
            mark > 0 && looks_.opinions[number][static_cast<std::size_t>(mark - 1)] == 0;
        if (mark > 0 && !(is_likeliest && looks_.like_digits[number] > 0)) return false;
        if (mark == 0 && !looks_.plain[number] && looks_.like_zeros[number] <= 0) return false;
        if (mark < 0 && !looks_.plain[number] &&
            looks_.like_digits[number] > (mark == kHidden ? kSureDigit : 0))
            return false;
        if (mark > 0) numbers += looks_.sizes[number];
    }
    return numbers >= kFewestNumbers;
}

// The looks of covered cells beside empty ones that are unlike most other covered cells: something may lie on
// empty cells.
Numbers Labelling::strange_looks(const Meaning& meaning) const {
    const Numbers hidden = with_mark(meaning, kHidden);
    std::size_t covered = 0;
    for (std::size_t number = 0; number < meaning.size(); ++number)
        covered += is_open(meaning[number]) ? 0 : looks_.sizes[number];
    Numbers result;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        const bool is_known =
            is_open(meaning[number]) || facts_.marks.contains(number) || 2 * looks_.sizes[number] > covered;
        if (!is_known && (!looks_.plain[number] || is_alone(number, hidden)) &&
            looks_.beside_empty(number, meaning) > 0)
            result.push_back(number);
    }
    return result;
}

// Whether the best reading tells little, or takes things for what they do not look like: hidden cells like
// open ones, flags like digits, and many different things for something that lies on covered cells. Numbers
// that look like no digit only weigh against what the rules explain: on a board that the rules prove they are
// digits of some font.
bool Labelling::is_doubtful(const Meaning& meaning, double score) {
    constexpr double kAtRandom = 0.88;  // a reading must be this much likelier than looks at random
    constexpr double kDigits = 2;       // times as much as digits count otherwise: a pattern has none
    constexpr double kUnlike = -1;      // the most that a drawing on a covered cell may be like a digit
    constexpr double kLittle = 5;       // natural logarithms that are no reason to doubt
    constexpr double kHopeless =
        40;  // natural logarithms: a reading so far from the best is no reason to doubt
    constexpr std::size_t kFewCells = 4;  // the most cells of a look that may be something on top of others
    constexpr std::size_t kOnTop = 10;    // the most drawings of few cells each that may lie on covered ones
    if (!facts_.floods() && !is_plain_to_see(meaning)) return true;
    std::vector<std::size_t> sizes;
    for (const Numbers& family : looks_.families()) {
        sizes.push_back(0);
        for (const std::size_t number : family)
            sizes.back() += looks_.sizes[number];
    }
    score += priors_.of(meaning, false) - priors_.of(meaning, true);
    const Numbers hidden = with_mark(meaning, kHidden);
    Numbers numbers;
    double against = 0;
    bool has_drawings = false;  // what is drawn on hidden or empty cells is drawn on numbers, too
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        if (looks_.plain[number]) continue;
        has_drawings |= meaning[number] == kHidden || meaning[number] == 0;
        if (meaning[number] <= 0) continue;
        numbers.push_back(number);
        if (facts_.marks.contains(number)) continue;
        against += std::min(looks_.like_digits[number], 0.0);
        score += kDigits * std::max(looks_.like_digits[number], 0.0);
    }
    if (-score - (has_drawings ? 0 : against) > kAtRandom * log_ways(sizes) + kLittle) return true;
    if (!low_numbers(looks_, meaning).empty() || has_displaced_numbers(meaning) ||
        has_impossible_flags(meaning))
        return true;
    const Numbers empty = with_mark(meaning, 0);
    std::size_t on_top = 0;
    for (std::size_t number = 0; number < meaning.size(); ++number)
        on_top += meaning[number] < 0 && !facts_.marks.contains(number) && !looks_.plain[number] &&
                  looks_.sizes[number] <= kFewCells;
    if (on_top > kOnTop) return true;
    // Where each open cell shows a drawing, empty ones too, hidden cells may have the ground of open ones.
    const bool all_drawn = !empty.empty() && std::ranges::none_of(empty, [&](std::size_t number) {
        return looks_.plain[number] != 0;
    });
    const bool all_covered = *std::ranges::max_element(meaning) < 0;
    for (std::size_t number = 0; number < meaning.size(); ++number) {
        // Covered cells have one ground, or two in turns.
        const auto has_other_ground = [&](std::size_t other) {
            return looks_.plain[other] && looks_.on_another_ground(number, other) &&
                   !looks_.take_turns({number, other});
        };
        if (all_covered && looks_.plain[number] && std::ranges::any_of(hidden, has_other_ground)) return true;
        // Where some empty cells are plain, others have one sign at most.
        const auto has_other_sign = [&](std::size_t other) {
            return looks_.busy[other] && !looks_.is_kin(number, other);
        };
        if (meaning[number] == 0 && !all_drawn && looks_.busy[number] && looks_.like_zeros[number] <= 0 &&
            !facts_.marks.contains(number) && std::ranges::any_of(empty, has_other_sign))
            return true;
        const double nearest = least_at(looks_.apart, number, numbers);
        // A sign on the ground of open cells is no flag. If its cells are covered, they are mines.
        if (meaning[number] == kFlag && nearest < least_at(looks_.apart, number, hidden) &&
            !facts_.marks.contains(number)) {
            Meaning mines = meaning;
            mines[number] = kExploded;
            if (!is_possible(fits_.of_meaning(mines, std::vector<bool>(meaning.size(), true)))) return true;
        }
        // Covered cells are unlike numbers, the more so if they are unlike other covered cells, too.
        if (meaning[number] == kHidden && looks_.plain[number] && !all_drawn && nearest < kAlikeLooks &&
            (nearest < kNearlySameLooks || is_alone(number, hidden)))
            return true;
        // Where the rules allow a drawing no number, it may look like a digit.
        const auto has_number = [&](const Candidate& each) {
            return each.meaning[number] > 0 && each.score > -kHopeless;
        };
        // Hidden cells themselves may have a drawing that is a little like a digit.
        const double digit = meaning[number] == kHidden ? kSureDigit : kUnlike;
        // What is surely a digit is no covered cell because other cells are still less like it.
        const double unlike =
            looks_.like_digits[number] > kSureDigit ? std::min(nearest, kAlikeLooks) : nearest;
        if (meaning[number] < 0 && !looks_.plain[number] && looks_.like_digits[number] > digit &&
            !facts_.marks.contains(number) && std::ranges::any_of(scores_, has_number) &&
            (numbers.empty() || least_at(looks_.apart, number, without(hidden, number)) >= unlike))
            return true;
    }
    return false;
}

// The likeliest readings with these hidden and empty looks. One look after the other gets its mark, the
// largest first, and only the likeliest marks of those so far stay. The numbers of the other looks count
// as not known then.
std::vector<Meaning> Labelling::search(const Roles& roles) {
    constexpr std::size_t kLeastKept = 4;       // the least readings of a part of the looks that are followed
    constexpr std::size_t kMostKept = 16;       // the most
    constexpr std::size_t kMostTogether = 240;  // and about how many for all looks together
    constexpr double kRounding = 1e-6;          // more than the errors of sums of logarithms
    Numbers rest = with_mark(roles, kNoRole);
    std::ranges::stable_sort(rest, std::greater{}, [&](std::size_t number) { return looks_.sizes[number]; });
    Meaning meaning = roles;
    std::vector<bool> used(roles.size(), true);
    std::vector<std::vector<Mark>> choices;
    for (const std::size_t number : rest) {
        std::vector<Mark> marks;
        for (Mark mark = 0; mark <= 8; ++mark) {
            if (rules_.can_have(number, mark, roles)) marks.push_back(mark);
        }
        if (rules_.is_safe(number)) marks = {kSafeMark};
        meaning[number] = 0;
        used[number] = false;
        if (rules_.can_have(number, kFlag, roles)) {  // it may hold mines
            marks.push_back(kFlag);
            meaning[number] = kHidden;
            used[number] = true;
        }
        if (marks.empty()) return {};
        choices.push_back(std::move(marks));
    }
    const Plane<double>& weights = priors_.weights(roles);
    const std::size_t most =
        std::clamp(kMostTogether / std::max<std::size_t>(1, rest.size()), kLeastKept, kMostKept);
    struct Part {
        double weight, fit;
        std::size_t place;  // in the order in which they would be tried without bounds
        Meaning meaning;

        double score() const { return weight + fit; }
    };
    const auto is_better = [](const Part& one, const Part& other) {
        return one.score() != other.score() ? one.score() > other.score() : one.place < other.place;
    };
    std::vector<Part> shorter = {{0, 0, 0, meaning}};
    for (std::size_t i = 0; i < rest.size(); ++i) {
        poll(limits_);
        const std::size_t number = rest[i];
        used[number] = true;
        // A mark more leaves no more minefields. So the fit without it is a bound, and what cannot come among
        // the best by its bound need not be counted.
        std::vector<Part> parts;
        for (const Part& before : shorter) {
            for (const Mark mark : choices[i]) {
                parts.push_back({before.weight, before.fit, parts.size(), before.meaning});
                Part& after = parts.back();
                after.meaning[number] = mark;
                if (mark != kSafeMark) after.weight += weights(number, static_cast<std::size_t>(mark + 2));
                if (facts_.is_board && mark > 0)
                    after.weight += looks_.opinions[number][static_cast<std::size_t>(mark - 1)];
            }
        }
        std::ranges::sort(parts, is_better);
        std::vector<Part> longer;  // the best so far
        for (Part& part : parts) {
            if (longer.size() == most && part.score() < longer.back().score() - kRounding) break;
            part.fit = fits_.of_meaning(part.meaning, used);
            if (!is_possible(part.fit)) continue;
            longer.insert(std::ranges::upper_bound(longer, part, is_better), std::move(part));
            if (longer.size() > most) longer.pop_back();
        }
        shorter = std::move(longer);
    }
    std::vector<Meaning> result;
    for (Part& each : shorter)
        result.push_back(std::move(each.meaning));
    return result;
}

// Readings that differ from one in a single look.
std::vector<Meaning> Labelling::variants_of(const Meaning& best) const {
    const Roles roles = roles_of(best);
    std::vector<Meaning> result;
    for (std::size_t number = 0; number < best.size(); ++number) {
        if (looks_.plain[number]) continue;
        Roles others = roles;
        others[number] = kNoRole;
        for (Mark mark = kFlag; mark <= 8; ++mark) {
            if (mark == best[number] || !rules_.can_have(number, mark, others)) continue;
            result.push_back(best);
            result.back()[number] = mark;
        }
    }
    return result;
}

// Gives new readings their scores.
void Labelling::judge(const std::vector<Meaning>& meanings) {
    for (const Meaning& meaning : meanings) {
        bool is_allowed = true;
        for (std::size_t number = 0; number < meaning.size(); ++number)
            is_allowed &= rules_.agrees(number, meaning[number]);
        if (!is_allowed || !rules_.may_be(meaning) || !judged_meanings_.insert(meaning).second) continue;
        poll(limits_);
        const double fit = fits_.of_reading(meaning);
        scores_.push_back({meaning, is_possible(fit) ? priors_.of(meaning, true) + fit : kNever});
    }
}

}  // namespace

Readings readings_of(const std::vector<Look>& looks, int rows, int columns, const BoardFacts& facts,
                     const Limits& limits) {
    return Labelling(looks, rows, columns, facts, limits).readings();
}

}  // namespace sapper::screen
