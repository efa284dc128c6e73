#include "inference/state_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "inference/sweep.hpp"
#include "util/lists.hpp"

namespace sapper {

void Resampling::draw(std::span<const double> weights, std::size_t most, Random& random) {
    states.clear();
    boosts.clear();
    const double sure = weights.size() <= most ? 0 : threshold(weights, most);
    double sum = random.next() * 0x1p-32;  // a light state stays when this reaches 1
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        if (weights[i] >= sure) {
            states.push_back(i);
            boosts.push_back(1);
            continue;
        }
        sum += weights[i] / sure;
        if (sum < 1) continue;
        sum -= 1;
        states.push_back(i);
        boosts.push_back(sure / weights[i]);
    }
}

// States of at least this weight always stay. The chances, min(1, weight / threshold), add up to `most`.
double Resampling::threshold(std::span<const double> weights, std::size_t most) {
    descending_.assign(weights.begin(), weights.end());
    std::ranges::sort(descending_, std::greater());
    double rest = std::accumulate(descending_.begin(), descending_.end(), 0.0);
    std::size_t sure = 0;
    for (; sure + 1 < most; ++sure) {
        if (descending_[sure] * static_cast<double>(most - sure) <= rest) break;
        rest -= descending_[sure];
    }
    // Sums again, because `rest` may have lost all its digits.
    const double left =
        std::accumulate(descending_.begin() + static_cast<std::ptrdiff_t>(sure), descending_.end(), 0.0);
    return left / static_cast<double>(most - sure);
}

namespace {

// An estimate must never rule out a state.
constexpr double kLeastChance = 1e-6;

// Two constraints with a larger table of chances than this are not paired.
constexpr std::size_t kLargestTable = 256;

// The odds of a mine that match the density of mines around the numbers.
double odds_of(const Component& component) {
    double cells = 0;
    double mines = 0;
    for (std::uint32_t need : component.needs)
        mines += need;
    for (std::size_t g = 0; g < component.groups(); ++g)
        cells += static_cast<double>(component.group_sizes[g] * component.constraints_of(g).size());
    return mines / (cells - mines);
}

}  // namespace

Proposal::Proposal(const Component& component, const SweepPlan& plan, const Limits& limits)
    : component_(component),
      odds_(odds_of(component)),
      beliefs_(component, odds_, limits),
      progress_(component.needs.size()),
      overlap_(component.needs.size(), 0) {
    std::vector<std::size_t> first_place(component.groups(), 0);
    for (std::size_t g = 1; g < component.groups(); ++g)
        first_place[g] = first_place[g - 1] + component.constraints_of(g - 1).size();
    for (const SweepPlan::Step& step : plan.steps()) {
        const std::span<const std::uint32_t> constraints = component.constraints_of(step.group);
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            progress_[constraints[i]].groups.push_back(step.group);
            progress_[constraints[i]].places.push_back(first_place[step.group] + i);
        }
    }
    Poller poller(limits);
    sweep(plan, poller);
}

void Proposal::sweep(const SweepPlan& plan, Poller& poller) {
    for (std::size_t step = 0; step < plan.steps().size(); ++step) {
        const std::span<const SweepPlan::Field> fields = plan.fields_of(step);
        const std::span<const std::uint32_t> constraints =
            component_.constraints_of(plan.steps()[step].group);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            Progress& progress = progress_[constraints[i]];
            progress.slot = {fields[i].word, fields[i].shift, fields[i].mask};
            ++progress.next_group;
            if (fields[i].opens) open_now_.push_back(constraints[i]);
            if (fields[i].after == 0) std::erase(open_now_, constraints[i]);
        }
        for (std::size_t i = 0; i < open_now_.size(); ++i) {
            const std::uint32_t c = open_now_[i];
            const std::uint32_t beside = partner_of(c);
            const Slot none;
            open_.push_back({progress_[c].slot, beside == kAlone ? none : progress_[beside].slot,
                             component_.needs[c] + std::size_t{1}, chances_of(c, beside)});
        }
        ends_.push_back(open_.size());
        poller.work(kLargestTable * open_now_.size());
    }
}

// The constraint, among those opened earlier, that shares the most remaining cells with this one.
std::uint32_t Proposal::partner_of(std::uint32_t constraint) {
    const Progress& progress = progress_[constraint];
    std::uint32_t most = 0;
    for (std::size_t i = progress.next_group; i < progress.groups.size(); ++i) {
        for (std::uint32_t c : component_.constraints_of(progress.groups[i]))
            most = std::max(most, overlap_[c] += component_.group_sizes[progress.groups[i]]);
    }
    std::uint32_t best = kAlone;
    std::uint32_t best_overlap = 0;
    for (std::uint32_t c : open_now_) {
        if (c == constraint) break;
        const std::size_t table = (component_.needs[c] + std::size_t{1}) * (component_.needs[constraint] + 1);
        if (overlap_[c] <= best_overlap || table > kLargestTable) continue;
        best_overlap = overlap_[c];
        best = c;
    }
    for (std::size_t i = progress.next_group; i < progress.groups.size(); ++i) {
        for (std::uint32_t c : component_.constraints_of(progress.groups[i]))
            overlap_[c] = 0;
    }
    return best;
}

std::size_t Proposal::chances_of(std::uint32_t constraint, std::uint32_t beside) {
    const std::size_t next_beside = beside == kAlone ? 0 : progress_[beside].next_group;
    const auto [at, is_new] = place_of_.try_emplace(
        {constraint, progress_[constraint].next_group, beside, next_beside}, chances_.size());
    if (is_new) add_chances(constraint, beside);
    return at->second;
}

bool Proposal::has(std::uint32_t group, std::uint32_t constraint) const {
    return constraint != kAlone && std::ranges::find(component_.constraints_of(group), constraint) !=
                                       component_.constraints_of(group).end();
}

// The distribution of mines in the remaining groups of a constraint: those that it shares with another, or
// those that it does not.
std::vector<double> Proposal::of_groups(std::uint32_t constraint, std::uint32_t other, bool in_both) const {
    const Progress& progress = progress_[constraint];
    std::vector<double> chances(component_.needs[constraint] + 1, 0.0);
    std::vector<double> sum(chances.size());
    chances[0] = 1;
    for (std::size_t i = progress.next_group; i < progress.groups.size(); ++i) {
        if (has(progress.groups[i], other) != in_both) continue;
        if (in_both) {
            convolve(beliefs_.without(progress.groups[i], constraint, other), chances, sum);
        } else {
            convolve(beliefs_.to_constraint(progress.places[i]), chances, sum);
        }
        std::swap(chances, sum);
    }
    return chances;
}

void Proposal::add_chances(std::uint32_t constraint, std::uint32_t beside) {
    const std::vector<double> own = of_groups(constraint, beside, false);
    const std::size_t width = own.size();
    const std::size_t first = chances_.size();
    if (beside == kAlone) {
        append(chances_, own);
    } else {
        const std::vector<double> both = of_groups(constraint, beside, true);
        const std::vector<double> others = of_groups(beside, constraint, false);
        chances_.resize(first + others.size() * width, 0.0);
        for (std::size_t b = 0; b < others.size(); ++b) {
            double* row = chances_.data() + first + b * width;
            double sum = 0;
            for (std::size_t s = 0; s <= std::min(b, width - 1); ++s) {
                for (std::size_t n = s; n < width; ++n) {
                    const double chance = both[s] * own[n - s] * others[b - s];
                    row[n] += chance;
                    sum += chance;
                }
            }
            for (std::size_t n = 0; n < width && sum > 0; ++n)
                row[n] /= sum;
        }
    }
    for (std::size_t i = first; i < chances_.size(); ++i)
        chances_[i] = std::max(chances_[i], kLeastChance);
}

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
