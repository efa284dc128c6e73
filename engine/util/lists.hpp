// Helpers for lists, and for the words of texts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper {

// List i of lists that lie end to end in `data`, where `ends` says where each of them ends.
template <typename Data, typename Ends>
auto list_at(Data& data, const Ends& ends, std::size_t i) {
    const std::size_t first = i == 0 ? 0 : ends[i - 1];
    return std::span(data.data() + first, ends[i] - first);
}

template <typename T, typename More>
void append(std::vector<T>& list, const More& more) {
    list.insert(list.end(), more.begin(), more.end());
}

template <typename T>
void sort_and_drop_repeats(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Shortens a list while enough(rest) holds. Tries to leave out runs of values, long runs before short ones,
// and later values before earlier ones. In the result no single value can be left out.
template <typename T, typename Enough>
void leave_out_runs(std::vector<T>& list, Enough enough) {
    for (std::size_t run = std::max<std::size_t>(1, list.size() / 2);; run /= 2) {
        for (std::size_t end = list.size(); end > 0;) {
            const std::size_t first = end > run ? end - run : 0;
            std::vector<T> rest(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(first));
            rest.insert(rest.end(), list.begin() + static_cast<std::ptrdiff_t>(end), list.end());
            if (enough(rest)) list = std::move(rest);
            end = first;
        }
        if (run == 1) return;
    }
}

// Pieces of texts for people.

constexpr bool is_digit(char byte) {
    return '0' <= byte && byte <= '9';
}

// "1 mine", "2 mines".
inline std::string quantity(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// An inference level, a difficulty, a policy or a strategy in a list for people.
struct Entry {
    std::string_view name;
    std::string_view summary;  // one line
};

}  // namespace sapper
