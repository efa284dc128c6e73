/** Checks requests by the schema in `protocol.js`, and fills in what they leave out. */

import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { MESSAGES } from "./protocol.js";

/**
 * What a value may be, as JSON Schema has it.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string} [type]
 * @property {string} [const]
 * @property {string[]} [enum]
 * @property {Schema[]} [anyOf]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {boolean} [additionalProperties]
 * @property {unknown} [default]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [exclusiveMaximum]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {string} [pattern]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {Schema[]} [prefixItems]
 * @property {Schema} [items]
 */
/** Where a value is in a request. @typedef {(string|number)[]} Path */
/** @typedef {(text: string) => never} Refuse */

const SCHEMAS = /** @type {{oneOf: Schema[], $defs: Record<string, Schema>}} */ (/** @type {unknown} */ (MESSAGES));

/** @type {Record<string, [description: string, fits: (value: unknown) => boolean]>} */
const TYPES = {
  integer: ["a valid integer", Number.isInteger],
  number: ["a valid number", (value) => typeof value === "number"],
  string: ["a valid string", (value) => typeof value === "string"],
  boolean: ["a valid boolean", (value) => typeof value === "boolean"],
  array: ["a valid list", Array.isArray],
  null: ["null", (value) => value === null],
};

/** The kinds of requests by their type, in the order of the models. */
const KINDS = new Map(
  SCHEMAS.oneOf.flatMap((schema) => {
    const { type } = /** @type {Record<string, Schema>} */ (SCHEMAS.$defs[String(nameIn(schema))].properties);
    return (type.enum ?? [type.const]).map((name) => /** @type {[unknown, Schema]} */ ([name, schema]));
  }),
);

/** A request with all its fields. @param {unknown} message @returns {import("./shapes.js").AnyChecked} @throws {SapperError} */
export function checkedRequest(message) {
  if (message === null || typeof message !== "object" || Array.isArray(message)) {
    throw new SapperError("request", "the request should be a valid dictionary or object to extract fields from");
  }
  const { type } = /** @type {{type?: unknown}} */ (message);
  const schema = KINDS.get(type);
  if (schema === undefined) {
    const text =
      type === undefined
        ? "the request: Unable to extract tag using discriminator 'type'"
        : `the request: 'type' is one of ${[...KINDS.keys()].map((name) => `'${name}'`).join(", ")}`;
    throw new SapperError("request", text);
  }
  return /** @type {import("./shapes.js").AnyChecked} */ (checked(message, schema, []));
}

/**
 * The body of a request over HTTP, with all its fields.
 * @template {keyof import("./shapes.js").Bodies} Name @param {Name} name that of its model @param {unknown} body
 * @returns {import("./shapes.js").Bodies[Name]} @throws {SapperError}
 */
export function checkedBody(name, body) {
  return /** @type {import("./shapes.js").Bodies[Name]} */ (checked(body, { $ref: `#/$defs/${name}` }, []));
}

/** @param {Schema} schema */
function nameIn(schema) {
  return schema.$ref?.split("/").at(-1);
}

/** @param {unknown} value @param {Schema} schema @param {Path} path @returns {unknown} */
function checked(value, schema, path) {
  const name = nameIn(schema);
  const rules = name === undefined ? schema : SCHEMAS.$defs[name];
  if (rules.anyOf !== undefined) return eitherOf(value, rules.anyOf, path);
  if (rules.type === "object") return objectOf(value, rules, String(name), path);
  /** @type {Refuse} */
  const refuse = (text) => {
    throw new SapperError("request", `${subject(path)}${text}`);
  };
  if (rules.const !== undefined && value !== rules.const) refuse(` should be '${rules.const}'`);
  if (rules.enum !== undefined && !rules.enum.includes(/** @type {string} */ (value))) refuse(` should be ${choices(rules.enum)}`);
  const [description, fits] = TYPES[rules.type ?? ""] ?? ["", () => true];
  if (!fits(value)) refuse(` should be ${description}`);
  if (rules.type === "string") checkString(/** @type {string} */ (value), rules, refuse);
  if (rules.type === "array") return listOf(/** @type {unknown[]} */ (value), rules, path, refuse);
  if (typeof value === "number") checkNumber(value, rules, refuse);
  return value;
}

/** @param {number} value @param {Schema} schema @param {Refuse} refuse */
function checkNumber(value, { minimum = -Infinity, maximum = Infinity, exclusiveMaximum }, refuse) {
  if (value < minimum) refuse(` should be greater than or equal to ${minimum}`);
  if (value > maximum) refuse(` should be less than or equal to ${maximum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) refuse(` should be less than ${exclusiveMaximum}`);
}

/** Fields that may be null have two kinds. @param {unknown} value @param {Schema[]} kinds @param {Path} path */
function eitherOf(value, kinds, path) {
  if (value === null && kinds.some(({ type }) => type === "null")) return null;
  return checked(value, /** @type {Schema} */ (kinds.find(({ type }) => type !== "null")), path);
}

/** @param {string} value @param {Schema} schema @param {Refuse} refuse */
function checkString(value, { minLength = 0, maxLength = Infinity, pattern }, refuse) {
  const { length } = value;
  if (length < minLength) refuse(`: String should have at least ${quantity(minLength, "character")}`);
  if (length > maxLength) refuse(`: String should have at most ${quantity(maxLength, "character")}`);
  if (pattern !== undefined && !new RegExp(pattern).test(value)) refuse(`: String should match pattern '${pattern}'`);
}

/** @param {unknown[]} value @param {Schema} schema @param {Path} path @param {Refuse} refuse */
function listOf(value, { minItems = 0, maxItems = Infinity, prefixItems, items }, path, refuse) {
  const kind = prefixItems === undefined ? "List" : "Tuple";
  const { length } = value;
  if (length > maxItems) {
    refuse(`: ${kind} should have at most ${quantity(maxItems, "item")} after validation, not ${length}`);
  }
  const found = value.map((each, i) => {
    const its = prefixItems?.[i] ?? items;
    return its === undefined ? each : checked(each, its, [...path, i]);
  });
  if (length < minItems) {
    refuse(`: ${kind} should have at least ${quantity(minItems, "item")} after validation, not ${length}`);
  }
  return found;
}

/** @param {unknown} value @param {Schema} schema @param {string} name @param {Path} path */
function objectOf(value, { properties = {}, required = [], additionalProperties }, name, path) {
  const refuse = (/** @type {Path} */ at, /** @type {string} */ text) => {
    throw new SapperError("request", `${subject(at)}${text}`);
  };
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    refuse(path, ` should be a valid dictionary or instance of ${name}`);
  }
  const isStrict = additionalProperties === false;
  const most = Object.keys(properties).length;
  if (isStrict && Object.keys(/** @type {object} */ (value)).length > most) refuse(path, ` should have at most ${most} fields`);
  const given = /** @type {Record<string, unknown>} */ (value);
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [field, schema] of Object.entries(properties)) {
    const at = [...path, field];
    if (given[field] !== undefined) found[field] = checked(given[field], schema, at);
    else if (required.includes(field)) refuse(at, " is missing");
    else found[field] = schema.default ?? null;
  }
  const extra = Object.keys(given).find((field) => !Object.hasOwn(properties, field));
  if (isStrict && extra !== undefined) refuse([...path, extra], " is not permitted");
  return found;
}

/** @param {Path} path */
function subject(path) {
  return path.length > 0 ? `'${path.join(".")}'` : "the request";
}

/** @param {string[]} names */
function choices(names) {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}` : quoted[0];
}
