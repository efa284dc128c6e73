#include "inference/belief_propagation.hpp"

#include <algorithm>
#include <cmath>

#include "inference/binomials.hpp"

namespace sapper {

namespace {

constexpr int kSweepRounds = 8;

// Messages stay positive, because they cannot prove that anything is impossible.
constexpr double kLeastBelief = 1e-9;

void normalise(std::span<double> message) {
    double sum = 0;
    for (double value : message)
        sum += value;
    for (double& value : message)
        value = sum > 0 ? std::max(value / sum, kLeastBelief) : 1.0 / static_cast<double>(message.size());
}

}  // namespace

void convolve(std::span<const double> one, std::span<const double> other, std::span<double> sum) {
    std::ranges::fill(sum, 0.0);
    for (std::size_t i = 0; i < std::min(one.size(), sum.size()); ++i) {
        if (one[i] == 0) continue;
        const std::size_t end = std::min(other.size(), sum.size() - i);
        for (std::size_t j = 0; j < end; ++j)
            sum[i + j] += one[i] * other[j];
    }
}

Beliefs::Beliefs(const Component& component, double odds, const Limits& limits)
    : component_(component), odds_(odds), places_(component.needs.size()) {
    std::size_t values = 0;
    for (std::uint32_t g = 0, place = 0; g < component.groups(); ++g) {
        first_place_.push_back(place);
        for (std::uint32_t c : component.constraints_of(g)) {
            places_[c].push_back(place++);
            size_.push_back(component.group_sizes[g]);
            first_.push_back(values);
            values += component.group_sizes[g] + 1;
        }
    }
    Poller poller(limits);
    to_constraint_.assign(values, 0.0);
    to_group_.assign(values, 1.0);
    for (int round = 0; round < kSweepRounds; ++round) {
        send_from_groups();
        send_from_constraints(poller);
    }
    send_from_groups();
}

// The prior is a binomial distribution. Powers of probabilities cannot overflow.
std::vector<double> Beliefs::prior_of(std::uint32_t group) const {
    const std::uint32_t size = component_.group_sizes[group];
    std::vector<double> prior = binomial_row(size);
    const double safe = 1 / (1 + odds_);
    for (std::uint32_t x = 0; x <= size; ++x)
        prior[x] *= std::pow(odds_ * safe, x) * std::pow(safe, size - x);
    return prior;
}

std::vector<double> Beliefs::without(std::uint32_t group, std::uint32_t one, std::uint32_t other) const {
    std::vector<double> belief = prior_of(group);
    std::uint32_t place = first_place_[group];
    for (std::uint32_t c : component_.constraints_of(group)) {
        for (std::size_t x = 0; c != one && c != other && x < belief.size(); ++x)
            belief[x] *= to_group_[first_[place] + x];
        ++place;
    }
    normalise(belief);
    return belief;
}

void Beliefs::send_from_groups() {
    for (std::uint32_t g = 0; g < component_.groups(); ++g) {
        const std::vector<double> prior = prior_of(g);
        const std::uint32_t first = first_place_[g];
        const auto end = first + static_cast<std::uint32_t>(component_.constraints_of(g).size());
        for (std::uint32_t place = first; place < end; ++place) {
            const std::span<double> message(to_constraint_.data() + first_[place], prior.size());
            std::ranges::copy(prior, message.begin());
            for (std::uint32_t other = first; other < end; ++other) {
                for (std::size_t x = 0; other != place && x < prior.size(); ++x)
                    message[x] *= to_group_[first_[other] + x];
            }
            normalise(message);
        }
    }
}

void Beliefs::send_from_constraints(Poller& poller) {
    for (std::uint32_t c = 0; c < component_.needs.size(); ++c) {
        send_from_constraint(c);
        // Also counts the messages that the groups sent before.
        poller.work(8 * places_[c].size() * (component_.needs[c] + 1) * (component_.needs[c] + 1));
    }
}

// Sends each group the likelihood of the mines that the other groups leave for it.
void Beliefs::send_from_constraint(std::uint32_t constraint) {
    const std::vector<std::uint32_t>& places = places_[constraint];
    const std::size_t need = component_.needs[constraint];
    const std::size_t width = need + 1;
    std::vector<double> after((places.size() + 1) * width, 0.0);  // per place: the groups from it on
    const auto rest = [&](std::size_t i) { return std::span(after).subspan(i * width, width); };
    rest(places.size())[0] = 1;
    for (std::size_t i = places.size(); i-- > 0;)
        convolve(to_constraint(places[i]), rest(i + 1), rest(i));
    std::vector<double> before(width, 0.0);
    std::vector<double> others(width);
    std::vector<double> message;
    before[0] = 1;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::uint32_t place = places[i];
        convolve(before, rest(i + 1), others);
        message.assign(size_[place] + 1, 0.0);
        for (std::size_t x = 0; x < message.size() && x <= need; ++x)
            message[x] = others[need - x];
        normalise(message);
        for (std::size_t x = 0; x < message.size(); ++x) {
            double& current = to_group_[first_[place] + x];
            current = std::sqrt(current *
                                message[x]);  // goes only halfway, because messages might oscillate forever
        }
        convolve(before, to_constraint(place), others);
        before = others;
    }
}

}  // namespace sapper
