#include <string>
#include <string_view>

#include "calls.hpp"
#include "deduction/levels.hpp"
#include "strategy/strategies.hpp"

namespace {

// Gives one member of all entries, each on a line.
void give_lines(std::span<const sapper::Entry> entries, std::string_view sapper::Entry::* member) {
    std::string lines;
    for (const sapper::Entry& entry : entries)
        lines.append(entry.*member).append("\n");
    browser::give_bytes(lines.data(), lines.size());
}

}  // namespace

// Results: the names of strategies() and of the rules of deduction, each name on a line.
SAPPER_CALL(names)() {
    return browser::answer([] {
        give_lines(sapper::strategies(), &sapper::Entry::name);
        give_lines(sapper::difficulties(), &sapper::Entry::name);
    });
}

// Result: a line about each of these strategies.
SAPPER_CALL(summaries)() {
    return browser::answer([] { give_lines(sapper::strategies(), &sapper::Entry::summary); });
}
