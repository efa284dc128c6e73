/** How much the worker takes, does and answers. Tests lower some: so a limit is looked up when it is needed, except for those of `requests.js`. */

export const LIMITS = {
  // Boards
  MOST_CELLS: 1_000_000,
  MOST_SIDE: 2000,
  GRAPH_CELLS: 2000,
  HARD_CORE_CELLS: 10_000,

  // Games in memory: those used least lately go first, and are read again when they are needed
  CELLS_OF_A_PLAYER: 3_000_000,
  GAME_CELLS: 500, // a game takes as much memory as so many more cells
  MOVE_CELLS: 20, // and so does each move

  // Requests
  TASKS: 4, // in progress at once
  TIME_LIMIT_MS: 30_000,
  DEFAULT_TIME_LIMIT_MS: 10_000,
  ON_PAGE: 8, // games, and as many runs

  // Cells for which an answer has details
  HINTS: 1000,
  STATEMENTS: 2000,
  ZERO_CELLS: 10_000,
  SAFE_CELLS: 100, // named in an explanation
  SMALL_CELLS: 20_000, // of a board for which each state has all figures
  DIFF_CELLS: 20_000, // of a change; beyond that the board is sent whole
  STEPS: 500, // of an assistant between two looks at messages
  LARGE_STEPS: 50, // the same on larger boards
  CHANCE_CELLS: 10_000,
  ACCUMULATED_RISK_CELLS: 100_000,

  // Games, replays and reports
  UNFINISHED: 50, // that are listed
  PUZZLES: 30,
  POINTER_PLACES: 20_000,
  PATH_STEP_MS: 30, // between two places of the pointer that are kept
  COURSE_POINTS: 200,
  COMPARISONS: 3,
  REPORT_GAMES: 500, // the latest
  REPORT_CELLS: 100_000,
  READING_SECONDS: 5,

  // Files
  FILE_BYTES: 3 * 2 ** 20,
  PICTURE_BYTES: 12 * 2 ** 20,
  ARCHIVE_BYTES: 24 * 2 ** 20,
  FILES_AT_ONCE: 50,
  FOLDER_FILES: 20_000,
  FOLDER_BYTES: 32 * 2 ** 20,
  ENTRY_BYTES: 300, // what an entry of an archive takes besides its content
  ARCHIVE_FILES: 30_000,
  UNPACKED_BYTES: 128 * 2 ** 20,
  LIST_BYTES: 32 * 2 ** 20,
  LINE_BYTES: 64 * 2 ** 10,
  FAULTS: 100, // damaged files, or odd games, that are listed
  SETTINGS_BYTES: 16 * 2 ** 10,
};

/** What is wrong with a file that has more bytes than are read. @param {number} most */
export const tooLarge = (most) => `it has more than ${most / 2 ** 20} MiB`;
