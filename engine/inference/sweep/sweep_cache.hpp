// Components counted before, or found too large for it, found again by their content. Hands out shared sweeps
// that stay valid when the cache forgets them. Not for use by several threads at once.
#pragma once

#include <memory>
#include <unordered_map>

#include "inference/sweep/sweep_builder.hpp"

namespace sapper {

class SweepCache {
  public:
    // Counts the component if it is new.
    std::shared_ptr<const Sweep> find(const Component& component, const Limits& limits);

  private:
    // A component, its numbers one after another.
    using Key = std::vector<std::uint32_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    std::shared_ptr<const Sweep> count(const Component& component, const Limits& limits);

    SweepBuilder build_;
    Key key_;  // of the component that is looked for
    std::unordered_map<Key, std::shared_ptr<const Sweep>, Hash> sweeps_;
    std::size_t values_ = 0;        // stored in all sweeps together
    std::uint32_t since_poll_ = 0;  // searches since the limits were last polled
};

}  // namespace sapper
