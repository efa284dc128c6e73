// Wilson's 95 % confidence interval of a rate. Unlike the usual formula, it is also right for few trials and
// for rates near 0 and 1.
#pragma once

namespace sapper {

// 95 % of a normal distribution lie within this many standard deviations.
inline constexpr double kZ95 = 1.959963984540054;

struct Interval {
    double low;
    double high;
};

// The interval for the probability behind `hits` of `trials`. Without trials it is 0 to 1.
Interval wilson(double hits, double trials);

}  // namespace sapper
