/**
 * What went wrong, with the text that the Python package has for it.
 * `type` is the type of the engine protocol: "contradiction", "position", "cell", "board", "budget", "request" or
 * "error". A contradiction has its `cells` and its `mine_count`, an error about one cell of a position its `cell`.
 */
export class SapperError extends Error {
  constructor(type, message, place = {}) {
    super(withFields(message));
    this.name = "SapperError";
    this.type = type;
    Object.assign(this, place);
  }

  /** The error as the engine protocol writes it. */
  toJSON() {
    const { type, message, cells, mine_count, cell } = this;
    const place = type === "contradiction" ? { cells, mine_count } : type === "position" && cell != null ? { cell } : {};
    return { type, message, ...place };
  }
}

/** The text with `mines=` and the like, which are arguments in Python, written as fields. */
export function withFields(text) {
  return text.replace(/\b(mines|topology|format|start|seed)=(\w?)/g, (_, name, next) => `'${name}'${next && " "}${next}`);
}
