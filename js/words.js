/** Texts of messages. */

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
export function numberInText(number) {
  return number + first;
}

/** A cell as messages name it: "row 3, column 5 (0-based)", or "row 4, column 6" if counted from 1. @param {number} row @param {number} column */
export function rowAndColumn(row, column) {
  return `row ${numberInText(row)}, column ${numberInText(column)}${first === 0 ? " (0-based)" : ""}`;
}

/** A text in the quotes that Python gives it. @param {string} text */
export function inQuotes(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

/** A value in the words of Python, in at most 80 characters. Arrays are written as cells. @param {unknown} value */
export function repr(value) {
  if ((typeof value === "bigint" || typeof value === "number") && Number(value) ** 2 > 1e60) {
    return "a number of more than 30 digits";
  }
  const text = Array.isArray(value) ? tuple(value) : typeof value === "string" ? inQuotes(value) : String(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

/** Numbers as Python writes a tuple. @param {number[]} values */
export function tuple(values) {
  return values.length === 1 ? `(${values[0]},)` : `(${values.join(", ")})`;
}

/** A number with six significant digits. @param {number} value */
export const general = (value) => String(Number(value.toPrecision(6)));

/**
 * The text of an error about an unknown name.
 * @param {string} what @param {unknown} name @param {readonly string[]} names
 */
export const unknown = (what, name, names) => `unknown ${what} ${repr(name)}: there is ${names.map(inQuotes).join(", ")}.`;
