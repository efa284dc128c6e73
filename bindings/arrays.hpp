// Arrays of NumPy, as arguments and results.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

template <typename T, std::size_t dimensions = 1>
using ArrayIn =
    nanobind::ndarray<const T, nanobind::ndim<dimensions>, nanobind::c_contig, nanobind::device::cpu>;
using BytesIn = ArrayIn<std::uint8_t>;

// Of any type of numbers.
using NumbersIn = nanobind::ndarray<nanobind::ro, nanobind::c_contig, nanobind::device::cpu>;

template <typename T>
std::span<const T> span_of(const ArrayIn<T>& array) {
    return {array.data(), array.size()};
}

template <typename T>
using ArrayOut = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

// NumPy has no enumerations, so their numbers stand for them.
template <typename T>
using Number =
    typename std::conditional_t<std::is_enum_v<T>, std::underlying_type<T>, std::type_identity<T>>::type;

// An array that views the values, and keeps their owner alive.
template <typename T>
ArrayOut<const Number<T>> view_of(const std::vector<T>& values, nanobind::handle owner) {
    return {reinterpret_cast<const Number<T>*>(values.data()), {values.size()}, owner};
}

// A getter that returns such a view of a member. For a member of a base class: view<Owner, T>(...).
template <typename Owner, typename T>
auto view(std::vector<T> Owner::* member) {
    return [member](nanobind::handle_t<Owner> self) {
        return view_of(nanobind::cast<const Owner&>(self).*member, self);
    };
}

// A getter that returns a view of a member with one value for each cell, in the shape of the owner's board.
template <typename Owner, typename Base, typename T>
auto board_view(std::vector<T> Base::* member) {
    return [member](nanobind::handle_t<Owner> self) {
        const Owner& owner = nanobind::cast<const Owner&>(self);
        const std::vector<std::size_t>& shape = owner.topology->shape();
        return nanobind::ndarray<nanobind::numpy, const T>((owner.*member).data(), shape.size(), shape.data(),
                                                           self);
    };
}

// An array that owns its values.
template <typename T>
ArrayOut<T> array_of(std::vector<T> values) {
    auto* copy = new std::vector<T>(std::move(values));
    const nanobind::capsule owner(copy,
                                  [](void* data) noexcept { delete static_cast<std::vector<T>*>(data); });
    return {copy->data(), {copy->size()}, owner};
}
