// The error that answers a request which the session does not carry out.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace sapper {

class Refusal : public std::runtime_error {
  public:
    // `more` has further fields of the error as JSON, each behind a comma.
    Refusal(std::string_view type, const std::string& message, std::string more = {})
        : std::runtime_error(message), type(type), more(std::move(more)) {}

    std::string_view type;  // as docs/json.md lists them
    std::string more;
};

// The error about a line that is no request, or a request with missing or wrong fields.
inline Refusal wrong_request(const std::string& message) {
    return {"request", message};
}

}  // namespace sapper
