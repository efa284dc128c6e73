/** Texts of messages. They are those of the Python package, word for word. */

const MOST_DIGITS = 100; // that JavaScript writes of a number

/** A count with its noun: "1 mine", "10 mines". @param {number} count @param {string} noun */
export function quantity(count, noun) {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

let first = 0;

/** From now on, all texts count rows and columns from 0 or from 1. Programs count from 0, people from 1. @param {number} number */
export function countFrom(number) {
  first = number;
}

/** A row or a column, from 0, as texts number it. @param {number} number */
export function placed(number) {
  return number + first;
}

/** A cell as messages name it: "row 3, column 5 (0-based)", or "row 4, column 6" if counted from 1. @param {number} row @param {number} column */
export function rowAndColumn(row, column) {
  return `row ${placed(row)}, column ${placed(column)}${first === 0 ? " (0-based)" : ""}`;
}

/** A text in the quotes that Python gives it. @param {string} text */
export function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

/** A value in the words of Python, in at most 80 characters. Arrays are written as cells. @param {unknown} value */
export function shown(value) {
  if ((typeof value === "bigint" || typeof value === "number") && Number(value) ** 2 > 1e60) {
    return "a number of more than 30 digits";
  }
  const text = Array.isArray(value) ? tuple(value) : typeof value === "string" ? quoted(value) : String(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

/** Numbers as Python writes a tuple. @param {number[]} values */
export function tuple(values) {
  return values.length === 1 ? `(${values[0]},)` : `(${values.join(", ")})`;
}

/** A number with six significant digits, as Python's format `g` writes it. @param {number} value */
export function general(value) {
  const digits = 6;
  if (Number.isNaN(value)) return "nan";
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const [exact, power] = Math.abs(value).toExponential(MOST_DIGITS).split("e");
  const rounded = roundedDigits(exact.replace(".", ""), digits);
  const exponent = Number(power) + (rounded.length - digits); // 9.99 becomes 10
  const kept = rounded.slice(0, digits).replace(/0+$/, "");
  const sign = value < 0 ? "-" : "";
  if (exponent < -4 || exponent >= digits) {
    const mantissa = kept.length > 1 ? `${kept[0]}.${kept.slice(1)}` : kept;
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${kept}`;
  const whole = kept.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return sign + (kept.length > exponent + 1 ? `${whole}.${kept.slice(exponent + 1)}` : whole);
}

/** A number with some decimals, at least one, as Python's format `f` writes it. @param {number} value @param {number} decimals */
export function fixed(value, decimals) {
  const [whole, fraction] = Math.abs(value).toFixed(MOST_DIGITS).split(".");
  const digits = roundedDigits(whole + fraction, whole.length + decimals);
  return `${value < 0 ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * The first so many digits, rounded. Of a tie, which JavaScript rounds up, it takes the even digit, as Python does.
 * @param {string} exact @param {number} count
 */
function roundedDigits(exact, count) {
  const [kept, rest] = [exact.slice(0, count), exact.slice(count)];
  const half = "5".padEnd(rest.length, "0");
  const isUp = rest > half || (rest === half && Number(kept.at(-1)) % 2 === 1);
  return isUp ? String(BigInt(kept) + 1n).padStart(count, "0") : kept;
}

/**
 * The text of an error about an unknown name. It suggests the nearest known name.
 * @param {string} what @param {unknown} name @param {string[]} known @param {string} [listedBy]
 */
export function unknown(what, name, known, listedBy) {
  const asked = typeof name === "string" ? name : "";
  const others = known.filter((each) => each !== asked);
  const nearest = closest(asked.slice(0, 80).toLowerCase(), others);
  let thereIs = listedBy === undefined ? `there is ${known.map(quoted).join(", ")}` : `${listedBy} lists all`;
  if (nearest !== undefined) {
    thereIs = `did you mean ${quoted(nearest)}? ${thereIs[0].toUpperCase()}${thereIs.slice(1)}`;
  }
  return `unknown ${what} ${shown(name)}: ${thereIs}.`;
}

/**
 * The name that shares the most characters in runs (Ratcliff and Obershelp); undefined if none shares half.
 * @param {string} asked @param {string[]} names
 */
function closest(asked, names) {
  /** @type {string|undefined} */
  let best;
  let most = 0.5;
  for (const name of names) {
    const lower = name.toLowerCase();
    const length = asked.length + lower.length;
    const share = length === 0 ? 1 : (2 * shared(lower, asked)) / length;
    if (share > most || (share === most && (best === undefined || lower > best.toLowerCase()))) {
      best = name;
      most = share;
    }
  }
  return best;
}

/** The characters in the longest common run, and in those before it and after it. @param {string} one @param {string} other @returns {number} */
function shared(one, other) {
  let start = 0;
  let place = 0;
  let longest = 0;
  for (let i = 0; i < one.length; i++) {
    for (let j = 0; j < other.length; j++) {
      let length = 0;
      while (i + length < one.length && j + length < other.length && one[i + length] === other[j + length]) length++;
      if (length > longest) [start, place, longest] = [i, j, length];
    }
  }
  if (longest === 0) return 0;
  const before = shared(one.slice(0, start), other.slice(0, place));
  return longest + before + shared(one.slice(start + longest), other.slice(place + longest));
}
