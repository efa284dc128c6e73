/**
 * @typedef {{cells?: import("./index.js").Cell[], mine_count?: boolean, cell?: import("./index.js").Cell, offset?: number, line?: number, column?: number, formats?: string[]}} Place
 */

/**
 * What went wrong, with the text that the Python package has for it.
 * `type` is the type of the engine protocol: "contradiction", "position", "cell", "board", "budget", "request" or
 * "error", or "format" for files. A contradiction has its `cells` and its `mine_count`, an error about one cell of a
 * position its `cell`. An error about a file may have its `offset`, `line` and `column`, or the `formats` in each of which it means something else.
 */
export class SapperError extends Error {
  /**
   * @param {string} type @param {string} message
   * @param {Place} [place]
   */
  constructor(type, message, place = {}) {
    super(message);
    this.name = "SapperError";
    this.type = type;
    Object.assign(this, place);
  }

  /** The error as the engine protocol writes it. */
  toJSON() {
    const { type, message, cells, mine_count, cell, offset, line, column, formats } = withPlace(this);
    if (type === "contradiction") return { type, message, cells, mine_count };
    return { type, message, ...(type === "position" && cell != null && { cell }), offset, line, column, formats };
  }
}

/** An error with the place that it names. @param {SapperError} error @returns {SapperError & Place} */
export const withPlace = (error) => error;
