/** Checks requests by the schema that the server's models give, and fills in what they leave out. */

import { SapperError } from "../package/errors.js";
import { MESSAGES } from "./protocol.js";

const TYPES = {
  integer: ["a valid integer", Number.isInteger],
  number: ["a valid number", (value) => typeof value === "number"],
  string: ["a valid string", (value) => typeof value === "string"],
  boolean: ["a valid boolean", (value) => typeof value === "boolean"],
  array: ["a valid list", Array.isArray],
  null: ["null", (value) => value === null],
};

/** A request with all its fields. `MESSAGES` has the kinds of it. @throws {SapperError} */
export function checkedRequest(message) {
  const kinds = MESSAGES.discriminator.mapping;
  if (!Object.hasOwn(kinds, message.type ?? "")) {
    const names = Object.keys(kinds).map((name) => `'${name}'`);
    throw new SapperError("request", `the request: 'type' is one of ${names.join(", ")}`);
  }
  return checked(message, { $ref: kinds[message.type] }, []);
}

function checked(value, schema, path) {
  const rules = schema.$ref === undefined ? schema : MESSAGES.$defs[schema.$ref.split("/").at(-1)];
  if (rules.anyOf !== undefined) return eitherOf(value, rules.anyOf, path);
  if (rules.type === "object") return objectOf(value, rules, path);
  const refuse = (text) => {
    throw new SapperError("request", `'${path.join(".")}' ${text}`);
  };
  if (rules.const !== undefined && value !== rules.const) refuse(`should be '${rules.const}'`);
  if (rules.enum !== undefined && !rules.enum.includes(value)) {
    refuse(`should be ${rules.enum.map((each) => `'${each}'`).join(" or ")}`);
  }
  const [description, fits] = TYPES[rules.type] ?? ["", () => true];
  if (!fits(value)) refuse(`should be ${description}`);
  if (value < rules.minimum) refuse(`should be greater than or equal to ${rules.minimum}`);
  if (value > rules.maximum) refuse(`should be less than or equal to ${rules.maximum}`);
  if (value >= rules.exclusiveMaximum) refuse(`should be less than ${rules.exclusiveMaximum}`);
  if (value?.length < (rules.minLength ?? rules.minItems)) refuse("is too short");
  if (value?.length > (rules.maxLength ?? rules.maxItems)) refuse("is too long");
  if (rules.pattern !== undefined && !new RegExp(rules.pattern).test(value)) {
    refuse(`should match pattern '${rules.pattern}'`);
  }
  if (rules.type !== "array") return value;
  return value.map((each, i) => {
    const its = rules.prefixItems?.[i] ?? rules.items;
    return its === undefined ? each : checked(each, its, [...path, i]);
  });
}

/** Fields that may be null have two kinds. */
function eitherOf(value, kinds, path) {
  if (value === null && kinds.some(({ type }) => type === "null")) return null;
  return checked(value, kinds.find(({ type }) => type !== "null"), path);
}

function objectOf(value, { properties, required = [] }, path) {
  const name = (field) => `'${[...path, field].join(".")}'`;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new SapperError("request", `${path.length > 0 ? `'${path.join(".")}'` : "the request"} should be an object`);
  }
  const extra = Object.keys(value).find((field) => !Object.hasOwn(properties, field));
  if (extra !== undefined) throw new SapperError("request", `${name(extra)} is not permitted`);
  const missing = required.find((field) => value[field] === undefined);
  if (missing !== undefined) throw new SapperError("request", `${name(missing)} is missing`);
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const its = value[field];
      return [field, its === undefined ? schema.default : checked(its, schema, [...path, field])];
    }),
  );
}
