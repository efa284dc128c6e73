// Reads expected parts from the beginning of a text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/texts.hpp"

namespace sapper {

class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool take(std::string_view expected) {
        if (!rest().starts_with(expected)) return false;
        at_ += expected.size();
        return true;
    }
    // A number with one to `most_digits` digits, at most nine.
    std::optional<std::size_t> number(std::size_t most_digits) {
        std::size_t value = 0;
        const std::size_t start = at_;
        while (at_ < text_.size() && at_ - start < most_digits && is_digit(text_[at_]))
            value = 10 * value + static_cast<std::size_t>(text_[at_++] - '0');
        return at_ == start ? std::nullopt : std::optional(value);
    }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
    }
    std::size_t place() const { return at_; }
    std::string_view rest() const { return text_.substr(at_); }
    bool is_at_end() const { return at_ == text_.size(); }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace sapper
