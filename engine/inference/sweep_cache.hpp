// A cache of sweeps, by the content of their components. It also remembers which components are too large to
// count. The sweeps are shared and stay valid when the cache forgets them. Not for use by several threads at
// once.
#pragma once

#include <memory>
#include <unordered_map>

#include "inference/components.hpp"
#include "inference/sweep_builder.hpp"
#include "util/limits.hpp"

namespace sapper {

class SweepCache {
  public:
    // Counts the component if it is new.
    std::shared_ptr<const Sweep> find(const Component& component, const Limits& limits);

  private:
    // The numbers of a component, one after another.
    using Key = std::vector<std::uint32_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    std::shared_ptr<const Sweep> count(const Component& component, const Limits& limits);

    SweepBuilder build_;
    Key key_;  // of the component being looked up
    std::unordered_map<Key, std::shared_ptr<const Sweep>, Hash> sweeps_;
    std::size_t values_ = 0;  // values stored in all sweeps together
    SeldomPoll poll_;
};

}  // namespace sapper
