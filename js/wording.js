/**
 * Fills in the sentences of the catalogue, as `sapper/hints/sentences.py` does, which describes them. The engine decides
 * what is said. It gives phrases: the name of a sentence, and the values of its places.
 */

import catalogue from "./sentences.js";
import { fixed, percent, placed } from "./words.js";

const PLACE = /\{(\w+)(?:\|(\w+))?\}/g;

/** The text of a phrase. @param {any[]} phrase */
export function filled([name, values]) {
  let sentence = catalogue.sentences[name];
  if (typeof sentence !== "string") {
    const counted = values[sentence.by];
    sentence = sentence[Array.isArray(counted) ? counted.length : counted] ?? sentence.other;
  }
  return sentence.replace(PLACE, (_, place, how) => written(values[place], how, values));
}

/** Values of an answer of the engine with all phrases in it filled in. */
export function filledIn(value) {
  if (!(value instanceof Object) || typeof value[0] === "number") return value;
  if (typeof value[0] === "string") return filled(value);
  for (const name in value) value[name] = filledIn(value[name]);
  return value;
}

function written(value, how, values) {
  if (how === "percent") return percent(value ?? NaN, values.digits ?? 3);
  if (how === "tenths") return fixed(100 * value, 1);
  const texts = (Array.isArray(value) ? value : [value]).map((each) =>
    Array.isArray(each) ? filled(each) : String(how === "place" ? placed(each) : each),
  );
  const [between, last] = catalogue.joins[how] ?? catalogue.joins.list;
  const text = texts.length > 1 ? texts.slice(0, -1).join(between) + last + texts.at(-1) : texts.join("");
  if (how === "capital") return text.slice(0, 1).toUpperCase() + text.slice(1);
  return how === "small" ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}
