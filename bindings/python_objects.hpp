// Wrappers of engine objects for Python. Some know their board, and refuse objects of another one. Those that
// change let one call at a time use them.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "board/game.hpp"
#include "hints/advised_guess.hpp"
#include "inference/analysis.hpp"
#include "inference/inference.hpp"
#include "strategy/player.hpp"

// The error of a call that needs an object while another call uses it. The interpreter's lock does not keep
// two calls apart: long calls release it, and any call may run Python code (a signal handler, a strategy in
// Python). So each call claims the objects that it needs, and fails at once with this error if it cannot have
// them. No call waits, so none can deadlock. Where it is better to wait, the classes in `sapper` have their
// own locks.
class InUse : public std::exception {
  public:
    explicit InUse(const char* what)
        : text_(std::string("this ") + what +
                " is in use by another call, in another thread or around this one") {}
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

// The calls that use an object: the number that read it, or one that changes it. A copy has no users.
class Users {
  public:
    Users() = default;
    Users(const Users&) {}
    Users& operator=(const Users&) { return *this; }

    bool try_change() {
        int none = 0;
        return users_.compare_exchange_strong(none, kChanging, std::memory_order_acquire);
    }
    void end_change() { users_.store(0, std::memory_order_release); }

    bool try_read() {
        int readers = users_.load(std::memory_order_relaxed);
        do {
            if (readers == kChanging) return false;
        } while (!users_.compare_exchange_weak(readers, readers + 1, std::memory_order_acquire));
        return true;
    }
    void end_read() { users_.fetch_sub(1, std::memory_order_release); }

  private:
    static constexpr int kChanging = -1;
    std::atomic<int> users_ = 0;
};

// The wrapper in which Python holds a T.
template <typename T>
struct Shared : T {
    using T::T;
    Shared(T&& value) : T(std::move(value)) {}
    mutable Users users;
};

// Claims an object for a call.
template <bool (Users::*Try)(), void (Users::*End)()>
class Access {
  public:
    Access(Users& users, const char* what) : users_(users) {
        if (!(users.*Try)()) throw InUse(what);
    }
    ~Access() { (users_.*End)(); }
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;

  private:
    Users& users_;
};
// For a call that changes the object: no other call may use it.
using Changing = Access<&Users::try_change, &Users::end_change>;
// For a call that reads the object: no other call may change it.
using Reading = Access<&Users::try_read, &Users::end_read>;

// A result about a position, and the board of the position.
template <typename Result>
struct WithTopology : Result {
    std::shared_ptr<const sapper::Topology> topology;
};
using AnalysisObject = WithTopology<sapper::Analysis>;
using GuessObject = WithTopology<sapper::AdvisedGuess>;

using GameObject = Shared<sapper::Game>;
inline constexpr const char* kGame = "Game";

using InferenceObject = Shared<sapper::Inference>;
inline constexpr const char* kInference = "Inference";

// A player with its board and its current game.
struct PlayerObject {
    std::shared_ptr<sapper::Player> player;
    // Null for a player that plays on any board.
    std::shared_ptr<const sapper::Topology> topology = nullptr;
    std::uint32_t mines = 0;
    // The game of the last begin(). Null before the first one and after an error.
    const GameObject* game = nullptr;
    Users users{};
};
inline constexpr const char* kPlayer = "Player";

// What rules guarantee; nothing for a position without a game.
inline std::optional<sapper::FirstClick> first_click_of(const sapper::Rules* rules) {
    return rules != nullptr ? std::optional(rules->first_click) : std::nullopt;
}
