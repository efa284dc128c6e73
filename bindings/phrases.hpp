// Sentences as data of Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "deduction/phrase.hpp"

// The name of a sentence and the values of its places. Lists of phrases become lists of these.
using PhraseOut = nanobind::typed<nanobind::tuple, nanobind::str,
                                  nanobind::typed<nanobind::dict, nanobind::str, nanobind::object>>;

inline PhraseOut phrase_out(const sapper::Phrase& phrase) {
    nanobind::dict values;
    for (const auto& [place, value] : phrase.values) {
        const nanobind::str name(place.data(), place.size());
        if (const auto* phrases = std::get_if<std::vector<sapper::Phrase>>(&value)) {
            nanobind::list list;
            for (const sapper::Phrase& each : *phrases)
                list.append(phrase_out(each));
            values[name] = list;
        } else {
            values[name] = std::visit(
                []<typename Value>(const Value& each) -> nanobind::object {
                    if constexpr (std::is_same_v<Value, std::vector<sapper::Phrase>>) {
                        return nanobind::none();
                    } else {
                        return nanobind::cast(each);
                    }
                },
                value);
        }
    }
    return PhraseOut(nanobind::make_tuple(nanobind::str(phrase.name.data(), phrase.name.size()), values));
}

inline std::optional<PhraseOut> phrase_or_none(const std::optional<sapper::Phrase>& phrase) {
    return phrase ? std::optional(phrase_out(*phrase)) : std::nullopt;
}

// The phrase of a Python object. The object must outlive it, because it owns the texts.
inline sapper::Phrase phrase_in(nanobind::handle object) {
    namespace nb = nanobind;
    const nb::tuple pair = nb::cast<nb::tuple>(object);
    sapper::Phrase phrase{nb::cast<std::string_view>(pair[0])};
    for (const auto& [place, value] : nb::cast<nb::dict>(pair[1])) {
        sapper::PhraseValue& filler = phrase.values.emplace_back(nb::cast<std::string_view>(place), 0).second;
        if (nb::isinstance<nb::float_>(value)) {
            filler = nb::cast<double>(value);
        } else if (nb::isinstance<nb::str>(value)) {
            filler = nb::cast<std::string>(value);
        } else if (!nb::isinstance<nb::list>(value)) {
            filler = nb::cast<std::int64_t>(value);
        } else if (const auto values = nb::cast<nb::list>(value);
                   values.size() > 0 && nb::isinstance<nb::tuple>(values[0])) {
            std::vector<sapper::Phrase> phrases;
            for (const nb::handle each : values)
                phrases.push_back(phrase_in(each));
            filler = std::move(phrases);
        } else {
            filler = nb::cast<std::vector<std::int64_t>>(value);
        }
    }
    return phrase;
}
