/** Checks requests by the schema in `protocol.js`, and fills in what they leave out. */

import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { MESSAGES } from "./protocol.js";

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
  MESSAGES.oneOf.flatMap((schema) => {
    const { type } = MESSAGES.$defs[nameIn(schema)].properties;
    return (type.enum ?? [type.const]).map((name) => [name, schema]);
  }),
);

/** A request with all its fields. @throws {SapperError} */
export function checkedRequest(message) {
  if (message === null || typeof message !== "object" || Array.isArray(message)) {
    throw new SapperError("request", "the request should be a valid dictionary or object to extract fields from");
  }
  if (!KINDS.has(message.type)) {
    const text =
      message.type === undefined
        ? "the request: Unable to extract tag using discriminator 'type'"
        : `the request: 'type' is one of ${[...KINDS.keys()].map((name) => `'${name}'`).join(", ")}`;
    throw new SapperError("request", text);
  }
  return checked(message, KINDS.get(message.type), []);
}

/** The body of a request over HTTP, with all its fields. @param name that of its model @throws {SapperError} */
export function checkedBody(name, body) {
  return checked(body, { $ref: `#/$defs/${name}` }, []);
}

function nameIn(schema) {
  return schema.$ref?.split("/").at(-1);
}

function checked(value, schema, path) {
  const name = nameIn(schema);
  const rules = name === undefined ? schema : MESSAGES.$defs[name];
  if (rules.anyOf !== undefined) return eitherOf(value, rules.anyOf, path);
  if (rules.type === "object") return objectOf(value, rules, name, path);
  const refuse = (text) => {
    throw new SapperError("request", `${subject(path)}${text}`);
  };
  if (rules.const !== undefined && value !== rules.const) refuse(` should be '${rules.const}'`);
  if (rules.enum !== undefined && !rules.enum.includes(value)) refuse(` should be ${choices(rules.enum)}`);
  const [description, fits] = TYPES[rules.type] ?? ["", () => true];
  if (!fits(value)) refuse(` should be ${description}`);
  if (rules.type === "string") checkString(value, rules, refuse);
  if (rules.type === "array") return listOf(value, rules, path, refuse);
  if (value < rules.minimum) refuse(` should be greater than or equal to ${rules.minimum}`);
  if (value > rules.maximum) refuse(` should be less than or equal to ${rules.maximum}`);
  if (value >= rules.exclusiveMaximum) refuse(` should be less than ${rules.exclusiveMaximum}`);
  return value;
}

/** Fields that may be null have two kinds. */
function eitherOf(value, kinds, path) {
  if (value === null && kinds.some(({ type }) => type === "null")) return null;
  return checked(value, kinds.find(({ type }) => type !== "null"), path);
}

function checkString(value, { minLength, maxLength, pattern }, refuse) {
  const { length } = value;
  if (length < minLength) refuse(`: String should have at least ${quantity(minLength, "character")}`);
  if (length > maxLength) refuse(`: String should have at most ${quantity(maxLength, "character")}`);
  if (pattern !== undefined && !new RegExp(pattern).test(value)) refuse(`: String should match pattern '${pattern}'`);
}

function listOf(value, { minItems, maxItems, prefixItems, items }, path, refuse) {
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

function objectOf(value, { properties, required = [], additionalProperties }, name, path) {
  const refuse = (at, text) => {
    throw new SapperError("request", `${subject(at)}${text}`);
  };
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    refuse(path, ` should be a valid dictionary or instance of ${name}`);
  }
  const isStrict = additionalProperties === false;
  const most = Object.keys(properties).length;
  if (isStrict && Object.keys(value).length > most) refuse(path, ` should have at most ${most} fields`);
  const found = {};
  for (const [field, schema] of Object.entries(properties)) {
    const at = [...path, field];
    if (value[field] !== undefined) found[field] = checked(value[field], schema, at);
    else if (required.includes(field)) refuse(at, " is missing");
    else found[field] = schema.default ?? null;
  }
  const extra = Object.keys(value).find((field) => !Object.hasOwn(properties, field));
  if (isStrict && extra !== undefined) refuse([...path, extra], " is not permitted");
  return found;
}

function subject(path) {
  return path.length > 0 ? `'${path.join(".")}'` : "the request";
}

function choices(names) {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}` : quoted[0];
}
