// The names of rules, outcomes and methods, by the engine's numbers.
export const FIRST_CLICKS = ["any", "safe", "opening"];
export const WINS = ["cleared", "flagged"];
export const ON_MINES = ["stop", "continue"];
export const GUESSING = ["free", "hard_core", "lucky", "kaboom"];
export const STATUSES = ["playing", "won", "lost", "drawn"];
export const METHODS = ["any", "uniform", "adjusted"];
export const MOST_THREE_BV = 2 ** 32 - 1;
