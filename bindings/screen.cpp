#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "limits.hpp"
#include "screen/meanings.hpp"
#include "screen/picture_reading.hpp"
#include "screen/places.hpp"
#include "screen/signs.hpp"

namespace nb = nanobind;
namespace screen = sapper::screen;
using namespace nb::literals;
using sapper::Cell;
using sapper::Mark;
using screen::Grid;
using screen::Look;
using screen::PictureReading;

namespace {

using PixelsIn = ArrayIn<std::uint8_t, 3>;
using BoxTuple = std::tuple<int, int, int, int>;
using Marks = std::vector<Mark>;

screen::Pixels pixels_of(const PixelsIn& array) {
    if (array.shape(2) != 3) throw std::invalid_argument("pixels need three channels");
    return screen::Pixels::of(array.data(), static_cast<int>(array.shape(0)),
                              static_cast<int>(array.shape(1)));
}

BoxTuple tuple_of(const screen::Box& box) {
    return {box.left, box.top, box.right, box.bottom};
}

// The kind of a refusal and its parts, for whoever puts it into words.
nb::tuple parts_of(const screen::PictureRefusal& refusal) {
    constexpr std::array kinds = {"no_board",   "other_size",     "too_small",    "terminal",
                                  "many_looks", "several_boards", "contradiction"};
    std::vector<BoxTuple> places;
    for (const screen::Box& box : refusal.places)
        places.push_back(tuple_of(box));
    return nb::make_tuple(kinds.at(static_cast<std::size_t>(refusal.kind)), refusal.finding, refusal.reason,
                          refusal.advice, places);
}

// A getter that returns a view of a member with one value for each cell.
template <typename T>
auto cells_view(std::vector<T> PictureReading::* member) {
    return [member](nb::handle_t<PictureReading> self) {
        const PictureReading& reading = nb::cast<const PictureReading&>(self);
        const std::array<std::size_t, 2> shape = {static_cast<std::size_t>(reading.rows()),
                                                  static_cast<std::size_t>(reading.columns())};
        return nb::ndarray<nb::numpy, const T>((reading.*member).data(), shape.size(), shape.data(), self);
    };
}

std::vector<std::tuple<std::vector<Cell>, Marks, std::vector<double>>> questions(const PictureReading& self) {
    std::vector<std::tuple<std::vector<Cell>, Marks, std::vector<double>>> result;
    for (const screen::PictureQuestion& question : self.questions)
        result.emplace_back(question.cells, question.options, question.chances);
    return result;
}

PictureReading read_picture(const PixelsIn& pixels, std::optional<std::uint32_t> mines,
                            std::optional<std::pair<int, int>> shape, std::optional<BoxTuple> within,
                            bool partial, std::optional<double> time_limit, const Cancel* cancel) {
    screen::PictureOptions options{mines, shape, std::nullopt, partial};
    if (within) {
        const auto [left, top, right, bottom] = *within;
        options.within = screen::Box{left, top, right, bottom};
    }
    return screen::read_picture(pixels_of(pixels), options, limits_of(time_limit, cancel));
}

std::vector<Grid> find_grids(const PixelsIn& pixels) {
    return screen::find_grids(pixels_of(pixels), limits_of(std::nullopt, nullptr));
}

std::vector<Grid> grids_like(const PixelsIn& pixels, const Grid& before) {
    return screen::grids_like(pixels_of(pixels), before, limits_of(std::nullopt, nullptr));
}

std::vector<Grid> find_fields(const PixelsIn& pixels, int rows, int columns) {
    const sapper::Limits limits = limits_of(std::nullopt, nullptr);
    const screen::Pixels picture = pixels_of(pixels);
    return screen::find_fields(picture, screen::edges_of(picture, limits), rows, columns, limits);
}

std::vector<Look> looks_in(const PixelsIn& pixels, const Grid& grid, const std::vector<Look>& first,
                           std::optional<double> size) {
    const sapper::Limits limits = limits_of(std::nullopt, nullptr);
    const screen::Faces faces = screen::faces_of(pixels_of(pixels), grid, screen::plain_grounds(first),
                                                 size.value_or(grid.size()), limits);
    return screen::looks_of(faces, first, screen::kMostLooks, limits);
}

Look with_cells(const Look& self, std::vector<Cell> cells) {
    Look look = self;
    look.cells = std::move(cells);
    return look;
}

using ReadingsOut = std::tuple<std::vector<Marks>, std::vector<double>, bool>;

ReadingsOut readings_of(const std::vector<Look>& looks, int rows, int columns,
                        std::optional<std::uint32_t> mines, const std::map<std::size_t, Mark>& marks,
                        const std::set<std::size_t>& changed_looks) {
    const screen::BoardFacts facts{mines, marks, true, changed_looks};
    screen::Readings readings =
        screen::readings_of(looks, rows, columns, facts, limits_of(std::nullopt, nullptr));
    readings.meanings.resize(readings.plausible);
    readings.chances.resize(readings.plausible);
    return {std::move(readings.meanings), std::move(readings.chances), readings.doubtful};
}

// For tests, which compare it with all minefields.
std::vector<double> fits_of(const std::vector<Look>& looks, int rows, int columns,
                            std::optional<std::uint32_t> mines, const std::vector<Marks>& meanings,
                            const std::optional<std::vector<bool>>& used, bool partial) {
    const screen::BoardLooks board_looks(looks, rows, columns, partial);
    screen::Fits fits(board_looks, mines, limits_of(std::nullopt, nullptr));
    std::vector<double> result;
    for (const Marks& meaning : meanings)
        result.push_back(used ? fits.of_meaning(meaning, *used) : fits.of_reading(meaning));
    return result;
}

std::vector<std::vector<double>> cell_features(const PixelsIn& pixels, const Grid& grid) {
    const screen::Faces faces = screen::faces_of(pixels_of(pixels), grid, limits_of(std::nullopt, nullptr));
    std::vector<std::vector<double>> result(faces.size());
    for (Cell cell = 0; cell < faces.size(); ++cell) {
        const Look look = screen::look_of(faces, cell);
        if (!look.plain) result[cell] = screen::features_of(look.drawing, look.proportion());
    }
    return result;
}

std::vector<std::pair<BoxTuple, std::vector<double>>> cut_signs(const PixelsIn& pixels) {
    std::vector<std::pair<BoxTuple, std::vector<double>>> result;
    screen::each_ink(pixels_of(pixels), [&](screen::Ink& ink) {
        for (const bool thick : {false, true}) {
            for (const screen::Sign& sign : ink.signs(thick)) {
                if (sign.may_be_digit())
                    result.emplace_back(tuple_of(sign.box),
                                        screen::features_of(ink.drawing_in(sign.box), sign.proportion()));
            }
        }
    });
    return result;
}

screen::Plane<float> drawing_of(const ArrayIn<float, 2>& drawing) {
    screen::Plane<float> plane(drawing.shape(0), drawing.shape(1));
    std::copy_n(drawing.data(), drawing.size(), plane.all().begin());
    return plane;
}

}  // namespace

void bind_screen(nb::module_& module) {
    bind_error<screen::PictureRefusal, parts_of>(module, "PictureRefusal");

    nb::class_<Grid>(module, "Grid", "Where the cells of a board lie in a picture.")
        .def(nb::init<std::vector<double>, std::vector<double>>(), "xs"_a, "ys"_a)
        .def_static("between", &screen::grid_between, "left"_a, "top"_a, "right"_a, "bottom"_a, "rows"_a,
                    "columns"_a, "The grid of equal cells between the sides of a board.")
        .def_ro("xs", &Grid::xs, "The lines from left to right, in pixels.")
        .def_ro("ys", &Grid::ys, "The lines from top to bottom, in pixels.")
        .def_prop_ro("rows", &Grid::rows)
        .def_prop_ro("columns", &Grid::columns)
        .def_prop_ro("size", &Grid::size, "The smaller of the mean width and height of a cell.")
        .def_prop_ro(
            "box", [](const Grid& self) { return tuple_of(self.box()); },
            "Left, top, right and bottom, rounded to pixels.")
        .def("at_offset", &Grid::at_offset, "right"_a, "down"_a);

    nb::class_<PictureReading>(module, "PictureReading", "What a picture shows.")
        .def_prop_ro("marks", cells_view(&PictureReading::marks))
        .def_prop_ro("certainty", cells_view(&PictureReading::certainty))
        .def_prop_ro("questions", &questions, "Cells, and what they may be with its chances.")
        .def_prop_ro("unclear_ends",
                     [](const PictureReading& self) {
                         return std::vector<std::string_view>(self.unclear_ends.begin(),
                                                              self.unclear_ends.end());
                     })
        .def_ro("doubtful", &PictureReading::doubtful)
        .def_ro("counts", &PictureReading::counts)
        .def_prop_ro("mines", [](const PictureReading& self) { return self.facts.mines; })
        .def_ro("grid", &PictureReading::grid)
        .def(
            "answer",
            [](const PictureReading& self, Cell cell, Mark mark) {
                return self.answer(cell, mark, limits_of(std::nullopt, nullptr));
            },
            "cell"_a, "mark"_a, Release())
        .def(
            "with_mines",
            [](const PictureReading& self, std::uint32_t mines) {
                return self.with_mines(mines, limits_of(std::nullopt, nullptr));
            },
            "mines"_a, Release());
    module.def("read_picture", &read_picture, "pixels"_a, "mines"_a.none(), "shape"_a.none(),
               "within"_a.none(), "partial"_a = false, "time_limit"_a = nb::none(), "cancel"_a = nb::none(),
               Release());

    nb::class_<Look>(module, "Look", "Cells that look the same.")
        .def_ro("plain", &Look::plain, "Whether nothing is drawn on them.")
        .def_prop_ro("cells", view(&Look::cells), "Their numbers, row by row.")
        .def("with_cells", &with_cells, "cells"_a, "The same look of other cells.");
    module.attr("MOST_LOOKS") = screen::kMostLooks;
    module.def("find_grids", &find_grids, "pixels"_a, Release(), "The places that look like boards.");
    module.def("grids_like", &grids_like, "pixels"_a, "before"_a, Release(),
               "The places that look like a board as large as one before, with lines between its cells.");
    module.def("find_fields", &find_fields, "pixels"_a, "rows"_a, "columns"_a, Release(),
               "The places that look like a board of this size without such lines.");
    module.def("looks_in", &looks_in, "pixels"_a, "grid"_a, "first"_a = nb::list(), "size"_a = nb::none(),
               Release(), "The looks of the cells of a grid. Those in `first` keep their places.");
    module.def("readings_of", &readings_of, "looks"_a, "rows"_a, "columns"_a, "mines"_a.none(), "marks"_a,
               "changed_looks"_a = nb::set(), Release(),
               "The marks that looks may have, how likely they are, and whether they are doubtful.");
    module.def("fits_of", &fits_of, "looks"_a, "rows"_a, "columns"_a, "mines"_a.none(), "meanings"_a,
               "used"_a = nb::none(), "partial"_a = false);

    module.def(
        "cell_features", &cell_features, "pixels"_a, "grid"_a, Release(),
        "For each cell, the input of the network that tells signs apart. Empty if nothing is drawn on it.");
    module.def("cut_signs", &cut_signs, "pixels"_a, Release(),
               "The boxes of the signs that may be digits, and the same input, in each way to cut them out.");
    module.def(
        "digit_opinions",
        [](const ArrayIn<float, 2>& drawing, double proportion) {
            const auto opinions = screen::opinions(drawing_of(drawing), proportion);
            return std::vector<double>(opinions.begin(), opinions.end());
        },
        "drawing"_a, "proportion"_a);
    module.def(
        "digit_odds",
        [](const ArrayIn<float, 2>& drawing, double proportion) {
            return screen::digit_odds(drawing_of(drawing), proportion);
        },
        "drawing"_a, "proportion"_a);
}
