#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "board/board_names.hpp"
#include "environments/game_batch.hpp"
#include "limits.hpp"
#include "python_objects.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using sapper::GameBatch;

namespace {

using GameBatchObject = Shared<GameBatch>;
constexpr const char* kGameBatch = "GameBatch";

// Only the search for fair games takes long, so only that needs a poll.
sapper::Limits limits_for(const GameBatchObject& self, const Cancel* cancel) {
    return self.seeks() ? limits_of(std::nullopt, cancel) : sapper::Limits();
}

// The minefields in `mine_bytes`, one after another, with a byte for each cell.
std::vector<sapper::Minefield> minefields_in(const BytesIn& mine_bytes, std::size_t cells) {
    std::vector<sapper::Minefield> minefields;
    for (std::size_t first = 0; first < mine_bytes.size(); first += cells)
        minefields.emplace_back(
            std::vector<std::uint8_t>(mine_bytes.data() + first, mine_bytes.data() + first + cells));
    return minefields;
}

void make_games(GameBatchObject* self, TopologyIn topology, std::uint32_t mines, sapper::Rules rules,
                std::size_t count, std::size_t kinds, GameBatch::Restart restart, std::uint32_t most_steps,
                std::optional<sapper::Cell> start, const sapper::Terms& terms, const BytesIn& mine_bytes) {
    if (start) sapper::check_cell(*start, *topology);
    const auto fair = start ? std::optional(GameBatch::Fair{*start, terms}) : std::nullopt;
    std::vector<sapper::Minefield> minefields = minefields_in(mine_bytes, topology->size());
    new (self) GameBatchObject(std::move(topology), mines, rules, count, kinds, restart, most_steps, fair,
                               std::move(minefields));
}

void reset_games(GameBatchObject& self, std::uint64_t seed, const Cancel* cancel) {
    const Changing changing(self.users, kGameBatch);
    self.reset(seed, limits_for(self, cancel));
}

void check_length(const GameBatchObject& self, std::size_t length) {
    if (length != self.count())
        throw std::invalid_argument("there are " + std::to_string(length) + " values for " +
                                    std::to_string(self.count()) + " games");
}

void next_games(GameBatchObject& self, const ArrayIn<std::uint8_t>& places, const Cancel* cancel) {
    const Changing changing(self.users, kGameBatch);
    check_length(self, places.size());
    self.next(span_of(places), limits_for(self, cancel));
}

void step_games(GameBatchObject& self, const ArrayIn<std::int64_t>& actions, const Cancel* cancel) {
    const Changing changing(self.users, kGameBatch);
    check_length(self, actions.size());
    self.step(span_of(actions), limits_for(self, cancel));
}

void sample_games(GameBatchObject& self, const Writable<std::int64_t>& actions) {
    const Changing changing(self.users, kGameBatch);
    check_length(self, actions.size());
    self.sample({actions.data(), actions.size()});
}

void take_games(GameBatchObject& self, const GameBatchObject& other, const ArrayIn<std::int64_t>& from) {
    const Changing changing(self.users, kGameBatch);
    const Reading reading(other.users, kGameBatch);
    check_length(self, from.size());
    self.take(other, span_of(from));
}

void check_place(const GameBatchObject& self, std::size_t at) {
    if (at >= self.count()) throw std::out_of_range("there is no game " + std::to_string(at));
}

void put_game(GameBatchObject& self, std::size_t at, std::uint64_t number,
              const ArrayIn<std::uint32_t>& actions) {
    const Changing changing(self.users, kGameBatch);
    check_place(self, at);
    self.put(at, number, span_of(actions));
}

std::vector<std::uint32_t> history_of(const GameBatchObject& self, std::size_t at) {
    const Reading reading(self.users, kGameBatch);
    check_place(self, at);
    return self.history(at);
}

// A writable view, because consumers of DLPack need one. No consumer may write to it.
template <typename T>
auto buffer(std::vector<T> GameBatch::* member) {
    return [member](nb::handle_t<GameBatchObject> self) {
        std::vector<T>& values = nb::cast<GameBatchObject&>(self).*member;
        return ArrayOut<Number<T>>(reinterpret_cast<Number<T>*>(values.data()), {values.size()}, self);
    };
}

}  // namespace

void bind_environments(nb::module_& module) {
    nb::exception<GameBatch::NoneFair>(module, "NoneFair", PyExc_RuntimeError);
    nb::enum_<GameBatch::Restart>(module, "Restart")
        .value("next_step", GameBatch::Restart::next_step)
        .value("same_step", GameBatch::Restart::same_step)
        .value("never", GameBatch::Restart::never);
    nb::class_<GameBatchObject>(module, "GameBatch", "Many games on one board, stepped together.")
        .def(
            "__init__", &make_games, "topology"_a, "mines"_a, "rules"_a, "count"_a, "kinds"_a, "restart"_a,
            "most_steps"_a, "start"_a.none(), "terms"_a, "mined"_a, Release(),
            "With a start, all games are fair from this cell on these terms. Needs reset, take or put first.")
        .def("reset", &reset_games, "seed"_a, "cancel"_a.none(), Release())
        .def("next", &next_games, "chosen"_a, "cancel"_a.none(), Release())
        .def("step", &step_games, "actions"_a, "cancel"_a.none(), Release())
        .def("sample", &sample_games, "actions"_a, Release())
        .def("take", &take_games, "other"_a, "places"_a, Release())
        .def("put", &put_game, "place"_a, "number"_a, "actions"_a, Release())
        .def("history", &history_of, "place"_a)
        .def_prop_rw(
            "seed", [](const GameBatchObject& self) { return self.seed; },
            [](GameBatchObject& self, std::uint64_t seed) { self.seed = seed; })
        .def_prop_rw(
            "draws", [](const GameBatchObject& self) { return self.draws; },
            [](GameBatchObject& self, std::uint64_t draws) { self.draws = draws; })
        .def_prop_ro("observations", buffer(&GameBatch::observations))
        .def_prop_ro("legal", buffer(&GameBatch::legal))
        .def_prop_ro("opened", buffer(&GameBatch::opened))
        .def_prop_ro("exploded", buffer(&GameBatch::exploded))
        .def_prop_ro("stands", buffer(&GameBatch::stands))
        .def_prop_ro("last_observations", buffer(&GameBatch::last_observations))
        .def_prop_ro("last_legal", buffer(&GameBatch::last_legal))
        .def_prop_ro("numbers", buffer(&GameBatch::numbers))
        .def_prop_ro("steps", buffer(&GameBatch::steps))
        .def_prop_ro("over", buffer(&GameBatch::over));
}
