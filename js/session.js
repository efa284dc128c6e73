/** A conversation in the engine protocol, as JSON with whole numbers of 64 bits. */

import { SapperError } from "./errors.js";

/** A conversation in the engine protocol. The engine carries it out. */
export class Session {
  #engine;
  /** @type {import("./engine.js").EngineObject} */
  #object;

  /** @param {import("./engine.js").Engine} engine @param {string} version */
  constructor(engine, version) {
    this.#engine = engine;
    const make = () => engine.call("make_session", [], [version])[0](Float64Array)[0];
    this.#object = { release: "release_session", make };
    engine.handleOf(this.#object);
  }

  /**
   * Carries out a request, and returns its answer. A request that fails does not change the position.
   *
   * @param {unknown} fields
   * @throws {SapperError}
   */
  ask(fields) {
    const answer = this.#answer(fields);
    if (answer.answer !== undefined) return answer; // an evaluation has an `error`, too
    const { type, message, ...place } = answer.error;
    throw new SapperError(type, message, place);
  }

  /** The same, but an error becomes an answer too, and the `id` is repeated, as `sapper engine` does. @param {unknown} fields */
  answer(fields) {
    const id = fields !== null && typeof fields === "object" && "id" in fields && Object.hasOwn(fields, "id") ? { id: fields.id } : {};
    return { ...id, ...this.#answer(fields) };
  }

  /** @param {unknown} fields */
  #answer(fields) {
    const request = Array.isArray(fields) || fields === null || typeof fields !== "object" ? fields : { ...fields, id: null };
    const random = crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n; // a number holds 53 bits exactly
    const [answer] = this.#engine.call("answer", [this.#engine.handleOf(this.#object), random], [jsonOf(request)]);
    const { id: _, ...answerFields } = read(new TextDecoder().decode(answer(Uint8Array)));
    return answerFields;
  }
}

/** A value as JSON. Whole numbers have all their digits, also BigInts. @param {unknown} value @returns {string} */
function jsonOf(value) {
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return String(BigInt(value));
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each)}`).join(",")}}`;
}

/** The value of JSON from the engine. Whole numbers of 64 bits that a number cannot hold exactly become BigInts. @param {string} json */
function read(json) {
  const text = json.replace(/("(?:seed|number)": )(\d{16,})/g, '$1"=$2"'); // quotes in texts are escaped
  if (text === json) return JSON.parse(json);
  return JSON.parse(text, (_, value) => {
    if (typeof value !== "string" || !value.startsWith("=")) return value;
    const number = BigInt(value.slice(1));
    return number <= Number.MAX_SAFE_INTEGER ? Number(number) : number;
  });
}
