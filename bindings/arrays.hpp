// Arrays of NumPy, as arguments and results.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

template <typename T, std::size_t dimensions = 1>
using ArrayIn =
    nanobind::ndarray<const T, nanobind::ndim<dimensions>, nanobind::c_contig, nanobind::device::cpu>;
// An array into which the engine writes.
template <typename T>
using Writable =
    nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using BytesIn = ArrayIn<std::uint8_t>;

// An array of any type of whole numbers. It uses the buffer protocol, because an array of nanobind takes
// longer if it is read-only, as marks often are, and to analyse a usual position takes only microseconds.
class NumbersIn {
  public:
    // Copies an array that is not contiguous. Throws an error of Python if the object is no array.
    explicit NumbersIn(nanobind::object array) {
        if (PyObject_GetBuffer(array.ptr(), &view_, kNeeds) == 0) return;
        PyErr_Clear();
        array = nanobind::module_::import_("numpy").attr("ascontiguousarray")(array);
        if (PyObject_GetBuffer(array.ptr(), &view_, kNeeds) != 0) throw nanobind::python_error();
    }
    ~NumbersIn() { PyBuffer_Release(&view_); }
    NumbersIn(const NumbersIn&) = delete;
    NumbersIn& operator=(const NumbersIn&) = delete;

    // Whether its values are whole numbers with the size and the sign of T.
    template <typename T>
    bool holds() const {
        constexpr std::string_view kFormats = std::is_signed_v<T> ? "bhilq" : "BHILQ";
        constexpr char kOrder = std::endian::native == std::endian::little ? '<' : '>';
        std::string_view format = view_.format;
        if (format.front() == kOrder) format.remove_prefix(1);
        return format.size() == 1 && kFormats.find(format) != format.npos && view_.itemsize == sizeof(T);
    }
    // Call it only if it holds<T>().
    template <typename T>
    std::span<const T> values() const {
        return {static_cast<const T*>(view_.buf), static_cast<std::size_t>(view_.len) / sizeof(T)};
    }

  private:
    static constexpr int kNeeds = PyBUF_FORMAT | PyBUF_C_CONTIGUOUS;

    Py_buffer view_{};
};

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
