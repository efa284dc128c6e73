// Turns functions of Python into functions of the engine. The engine may call and copy them without the lock.
// The last copy is in an object that Python holds, so it goes while the lock is held.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "lock.hpp"

template <typename Result, typename... Arguments>
struct nanobind::detail::type_caster<std::function<Result(Arguments...)>> {
    using Function = std::function<Result(Arguments...)>;
    using ResultCaster = make_caster<std::conditional_t<std::is_void_v<Result>, void_type, Result>>;

    NB_TYPE_CASTER(Function, const_name("collections.abc.Callable[[") +
                                 concat(make_caster<Arguments>::Name...) + const_name("], ") +
                                 ResultCaster::Name + const_name("]"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) {
        if (!PyCallable_Check(source.ptr())) return false;
        value = [its = std::make_shared<object>(borrow(source))](Arguments... arguments) {
            return with_lock([&] { return cast<Result>((*its)(std::forward<Arguments>(arguments)...)); });
        };
        return true;
    }
};
