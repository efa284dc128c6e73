// Helpers for lists. Some lists are stored end to end: list i is then data[ends[i - 1] .. ends[i]).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace sapper {

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
void sort_and_drop_repeated(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Leaves out shorter and shorter runs of a list, the last first, if enough(rest) says that the rest suffices.
// At the end no single value can be left out.
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

}  // namespace sapper
