// Which looks may be covered and which may be empty, and what marks the others can have, by the rules alone.
#include "screen/meanings.hpp"

namespace sapper::screen {

bool RoleRules::agrees(std::size_t number, Mark mark) const {
    const auto fact = facts_.marks.find(number);
    return (fact == facts_.marks.end() || fact->second == mark) &&
           !(mark == kHidden && facts_.changed_looks.contains(number));
}

bool RoleRules::can_have(std::size_t number, Mark mark, const Roles& roles) const {
    constexpr std::size_t kMostCells = 40;  // that are looked at
    if (!agrees(number, mark) || (mark > 0 && static_cast<std::size_t>(mark) > looks_.fewest[number]))
        return false;
    const Numbers empty = with_mark(roles, 0);
    if (!facts_.floods() && mark <= 0) return true;
    if (mark < 0)
        return !touches_any(number, empty) || (mark == kFlag && looks_.may_be_wrong_flag(number, roles));
    if (mark == 0) return !touches_any(number, with_mark(roles, kHidden));
    const std::vector<Cell>& cells = looks_.cells[number];
    for (std::size_t i = 0; i < std::min(kMostCells, cells.size()); ++i) {
        int covered = static_cast<int>(looks_.outside(cells[i]));
        each_neighbour(*looks_.board, cells[i], [&](Cell other) {
            const std::size_t look = looks_.of[other];
            covered += look != number && roles[look] != 0;
        });
        if (covered < mark) return false;
    }
    return true;
}

std::vector<Roles> RoleRules::all_roles() const {
    constexpr std::size_t kMostGrounds = 6;  // the most looks without a drawing that are tried as either
    constexpr std::size_t kMostDrawn = 3;  // the most looks with a drawing that are tried as the hidden cells
    constexpr double kLarge = 0.15;        // the least share of the board that these have
    constexpr double kSmall = 0.05;        // the same on a board where something is drawn on each cell
    const double cells = static_cast<double>(looks_.board_size());
    Roles sure_roles(looks_.looks(), kNoRole);
    for (const auto& [number, mark] : facts_.marks) {
        if (mark == kHidden || mark == 0) sure_roles[number] = mark;
    }
    Numbers grounds, drawings;
    for (std::size_t number = 0; number < sure_roles.size(); ++number) {
        if (looks_.plain[number] && sure_roles[number] == kNoRole && !is_safe(number))
            grounds.push_back(number);
    }
    double least = (grounds.empty() ? kSmall : kLarge) * cells;
    if (facts_.mines) least = std::min(least, *facts_.mines + 1.0);  // too many for flags
    for (std::size_t number = 0; number < sure_roles.size(); ++number) {
        if (!looks_.plain[number] && sure_roles[number] == kNoRole && agrees(number, kHidden) &&
            static_cast<double>(looks_.sizes[number]) >= least)
            drawings.push_back(number);
    }
    if (drawings.size() > kMostDrawn) drawings.resize(kMostDrawn);
    std::vector<Roles> result;
    // Looks on grounds of their own come first: those on the same ground have the same role.
    const auto has_own_ground = [&](std::size_t number) {
        return std::ranges::none_of(grounds, [&](std::size_t other) {
            return other < number && !looks_.on_another_ground(number, other);
        });
    };
    Numbers first = grounds;
    std::ranges::stable_sort(first, std::greater{}, has_own_ground);
    if (first.size() > kMostGrounds) first.resize(kMostGrounds);
    const std::size_t choices = std::size_t{1} << first.size();
    for (std::size_t with = 0; with <= drawings.size(); ++with) {
        for (std::size_t choice = 0; choice < choices; ++choice) {
            Roles roles = sure_roles;
            for (std::size_t i = 0; i < first.size(); ++i)
                roles[first[i]] = choice >> (first.size() - 1 - i) & 1 ? 0 : kHidden;
            if (with > 0) roles[drawings[with - 1]] = kHidden;
            for (const std::size_t number : grounds) {
                if (std::ranges::find(first, number) != first.end()) continue;
                roles[number] = roles[*std::ranges::min_element(
                    first, std::less{}, [&](std::size_t other) { return looks_.apart(number, other); })];
            }
            add_roles(roles, result);
        }
    }
    return result;
}

std::vector<Roles> RoleRules::other_roles(const Meaning& meaning) const {
    Roles roles = roles_of(meaning);
    Numbers digits;
    for (const std::size_t number : with_mark(meaning, 0)) {
        if (looks_.plain[number] || looks_.like_digits[number] <= std::max(looks_.like_zeros[number], 0.0))
            continue;
        digits.push_back(number);
        roles[number] = kNoRole;
    }
    std::vector<Roles> result;
    for (const std::size_t number : with_mark(roles, 0)) {
        if (!looks_.plain[number] || !agrees(number, kHidden) || !touches_any(number, digits)) continue;
        roles[number] = kHidden;
        if (may_be(roles)) result.push_back(roles);
        roles[number] = 0;
    }
    return result;
}

// Adds these roles, and those where empty cells have a drawing, if the rules allow them. The drawing is that
// of looks which touch no hidden cell. A number touches a mine. So all of them are empty, unless there are
// flags; then one may be something else.
void RoleRules::add_roles(const Roles& roles, std::vector<Roles>& result) const {
    const auto add = [&](const Roles& each) {
        for (std::size_t number = 0; number < each.size(); ++number) {
            if (each[number] != kNoRole && !agrees(number, each[number])) return;
        }
        if (may_be(each)) result.push_back(each);
    };
    add(roles);
    const Numbers hidden = with_mark(roles, kHidden);
    if (hidden.empty()) return;
    Numbers quiet;
    for (const std::size_t number : with_mark(roles, kNoRole)) {
        if ((!facts_.floods() || !touches_any(number, hidden)) && !is_safe(number)) quiet.push_back(number);
    }
    if (quiet.empty()) return;
    Roles all = roles;
    for (const std::size_t number : quiet)
        all[number] = 0;
    add(all);
    for (std::size_t i = 0; i < quiet.size() && quiet.size() > 1; ++i) {
        all[quiet[i]] = kNoRole;
        add(all);
        all[quiet[i]] = 0;
    }
}

bool RoleRules::may_be(const std::vector<Mark>& marks) const {
    if (!facts_.floods()) return true;
    const Numbers empty = with_mark(marks, 0);
    for (std::size_t number = 0; number < marks.size(); ++number) {
        if ((marks[number] == kHidden ||
             (marks[number] == kFlag && !looks_.may_be_wrong_flag(number, marks))) &&
            touches_any(number, empty))
            return false;
    }
    return true;
}

}  // namespace sapper::screen
