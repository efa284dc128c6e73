#include "reviews/grades.hpp"

namespace sapper {

std::size_t grade_of(double lost) {
    std::size_t grade = 0;
    while (grade + 1 < kGrades.size() && !(lost <= kGrades[grade].most_lost))
        ++grade;
    return grade;
}

double kept_share(double before, double lost) {
    return before > 0 ? 1 - lost / before : 1;
}

}  // namespace sapper
