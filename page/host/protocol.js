/** What requests may hold, and the limits. Requests are checked by it, and get what they leave out. */

import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";

/** The requests, as a JSON Schema. */
export const MESSAGES = {"$defs":{"Act":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"kind":{"enum":["open","flag","chord"],"type":"string"},"cell":{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"},"key":{"maxLength":40,"minLength":1,"type":"string"},"type":{"const":"act","type":"string"},"game":{"maxLength":64,"minLength":1,"type":"string"},"path":{"anyOf":[{"items":{"maxItems":3,"minItems":3,"prefixItems":[{"maximum":3600000,"minimum":0,"type":"integer"},{"exclusiveMaximum":32000,"minimum":0,"type":"integer"},{"exclusiveMaximum":32000,"minimum":0,"type":"integer"}],"type":"array"},"maxItems":300,"type":"array"},{"type":"null"}]}},"required":["id","kind","cell","key","type","game"],"type":"object"},"Add":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"type":{"const":"add","type":"string"},"begin":{"default":false,"type":"boolean"},"win":{"default":false,"type":"boolean"},"files":{"items":{"$ref":"#/$defs/ReplayFile"},"maxItems":50,"type":"array"}},"required":["id","type","files"],"type":"object"},"Analyse":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"trust_flags":{"default":false,"type":"boolean"},"type":{"const":"analyse","type":"string"},"window":{"anyOf":[{"items":{"maximum":2000,"minimum":0,"type":"integer"},"maxItems":4,"minItems":4,"type":"array"},{"type":"null"}]},"count":{"default":true,"type":"boolean"},"zeros":{"default":false,"type":"boolean"},"guess":{"default":false,"type":"boolean"},"moves":{"default":5,"maximum":100,"minimum":1,"type":"integer"}},"required":["id","type"],"type":"object"},"BoardFields":{"additionalProperties":false,"properties":{"topology":{"default":"square","enum":["square","torus","hexagons","octagons","graph"],"type":"string"},"shape":{"anyOf":[{"items":{"maximum":2000,"minimum":1,"type":"integer"},"maxItems":2,"minItems":2,"type":"array"},{"type":"null"}]},"rows":{"anyOf":[{"maximum":2000,"minimum":1,"type":"integer"},{"type":"null"}]},"columns":{"anyOf":[{"maximum":2000,"minimum":1,"type":"integer"},{"type":"null"}]},"level":{"anyOf":[{"enum":["beginner","intermediate","expert"],"type":"string"},{"type":"null"}]},"mines":{"anyOf":[{"maximum":1000000,"minimum":0,"type":"integer"},{"type":"null"}]},"density":{"anyOf":[{"maximum":1,"minimum":0,"type":"number"},{"type":"null"}]},"adjacency":{"anyOf":[{"items":{"items":{"exclusiveMaximum":2000,"minimum":0,"type":"integer"},"maxItems":2000,"type":"array"},"maxItems":2000,"minItems":1,"type":"array"},{"type":"null"}]},"layout":{"anyOf":[{"items":{"items":{"items":{"maximum":10000,"minimum":-10000,"type":"number"},"maxItems":2,"minItems":2,"type":"array"},"maxItems":20,"minItems":3,"type":"array"},"maxItems":2000,"minItems":1,"type":"array"},{"type":"null"}]}},"type":"object"},"MinefieldFields":{"additionalProperties":false,"properties":{"topology":{"default":"square","enum":["square","torus","hexagons","octagons","graph"],"type":"string"},"shape":{"anyOf":[{"items":{"maximum":2000,"minimum":1,"type":"integer"},"maxItems":2,"minItems":2,"type":"array"},{"type":"null"}]},"rows":{"anyOf":[{"maximum":2000,"minimum":1,"type":"integer"},{"type":"null"}]},"columns":{"anyOf":[{"maximum":2000,"minimum":1,"type":"integer"},{"type":"null"}]},"mines":{"maximum":1000000,"minimum":0,"type":"integer"},"mined":{"items":{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"},"maxItems":1000000,"type":"array"},"first_cell":{"anyOf":[{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"},{"type":"null"}]},"adjacency":{"anyOf":[{"items":{"items":{"exclusiveMaximum":2000,"minimum":0,"type":"integer"},"maxItems":2000,"type":"array"},"maxItems":2000,"minItems":1,"type":"array"},{"type":"null"}]},"layout":{"anyOf":[{"items":{"items":{"items":{"maximum":10000,"minimum":-10000,"type":"number"},"maxItems":2,"minItems":2,"type":"array"},"maxItems":20,"minItems":3,"type":"array"},"maxItems":2000,"minItems":1,"type":"array"},{"type":"null"}]}},"required":["mines","mined"],"type":"object"},"PositionFields":{"additionalProperties":false,"properties":{"topology":{"default":"square","enum":["square","torus","hexagons","octagons","graph"],"type":"string"},"shape":{"anyOf":[{"items":{"maximum":2000,"minimum":1,"type":"integer"},"maxItems":2,"minItems":2,"type":"array"},{"type":"null"}]},"rows":{"anyOf":[{"maximum":2000,"minimum":1,"type":"integer"},{"type":"null"}]},"columns":{"anyOf":[{"maximum":2000,"minimum":1,"type":"integer"},{"type":"null"}]},"mines":{"maximum":1000000,"minimum":0,"type":"integer"},"marks":{"anyOf":[{"maxLength":1333336,"type":"string"},{"type":"null"}]},"adjacency":{"anyOf":[{"items":{"items":{"exclusiveMaximum":2000,"minimum":0,"type":"integer"},"maxItems":2000,"type":"array"},"maxItems":2000,"minItems":1,"type":"array"},{"type":"null"}]},"layout":{"anyOf":[{"items":{"items":{"items":{"maximum":10000,"minimum":-10000,"type":"number"},"maxItems":2,"minItems":2,"type":"array"},"maxItems":20,"minItems":3,"type":"array"},"maxItems":2000,"minItems":1,"type":"array"},{"type":"null"}]}},"required":["mines"],"type":"object"},"Assist":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"maxLength":64,"minLength":1,"type":"string"},"flags":{"default":false,"type":"boolean"},"delay_ms":{"default":0,"maximum":10000,"minimum":0,"type":"integer"},"type":{"const":"assist","type":"string"},"action":{"enum":["move","step","run","guess"],"type":"string"},"hint":{"default":0,"maximum":1000,"minimum":0,"type":"integer"}},"required":["id","game","type","action"],"type":"object"},"Autoplay":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"maxLength":64,"minLength":1,"type":"string"},"flags":{"default":false,"type":"boolean"},"delay_ms":{"default":200,"maximum":10000,"minimum":0,"type":"integer"},"type":{"const":"autoplay","type":"string"},"strategy":{"anyOf":[{"maxLength":200,"minLength":1,"type":"string"},{"type":"null"}]},"guesses":{"default":true,"type":"boolean"},"thinking":{"default":false,"type":"boolean"}},"required":["id","game","type"],"type":"object"},"Beliefs":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"type":{"const":"beliefs","type":"string"},"strategy":{"anyOf":[{"maxLength":200,"minLength":1,"type":"string"},{"type":"null"}]},"window":{"anyOf":[{"items":{"maximum":2000,"minimum":0,"type":"integer"},"maxItems":4,"minItems":4,"type":"array"},{"type":"null"}]}},"required":["id","type"],"type":"object"},"CellFigures":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"trust_flags":{"default":false,"type":"boolean"},"type":{"const":"cell","type":"string"},"cell":{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"}},"required":["id","type","cell"],"type":"object"},"Chances":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":30000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"file":{"anyOf":[{"maxLength":4194308,"type":"string"},{"type":"null"}]},"replay":{"anyOf":[{"maximum":20000,"minimum":1,"type":"integer"},{"type":"null"}]},"type":{"const":"chances","type":"string"}},"required":["id","type"],"type":"object"},"Evaluate":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"trust_flags":{"default":false,"type":"boolean"},"type":{"const":"evaluate","type":"string"},"first_click":{"anyOf":[{"enum":["safe","opening","any"],"type":"string"},{"type":"null"}]}},"required":["id","type"],"type":"object"},"Exercise":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"type":{"const":"exercise","type":"string"},"seed":{"pattern":"^[0-9]{1,20}$","type":"string"}},"required":["id","type","seed"],"type":"object"},"Explain":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"type":{"const":"explain","type":"string"},"game":{"maxLength":64,"minLength":1,"type":"string"}},"required":["id","type","game"],"type":"object"},"Fair":{"additionalProperties":false,"properties":{"method":{"default":"uniform","enum":["uniform","adjusted"],"type":"string"},"mine_count":{"default":true,"type":"boolean"},"rule":{"anyOf":[{"maxLength":40,"type":"string"},{"type":"null"}]}},"type":"object"},"Game":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"type":{"enum":["resume","leave","undo"],"type":"string"},"game":{"maxLength":64,"minLength":1,"type":"string"}},"required":["id","type","game"],"type":"object"},"Hint":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"trust_flags":{"default":false,"type":"boolean"},"type":{"const":"hint","type":"string"},"all":{"default":false,"type":"boolean"},"first_click":{"anyOf":[{"enum":["safe","opening","any"],"type":"string"},{"type":"null"}]}},"required":["id","type"],"type":"object"},"NewGame":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"board":{"anyOf":[{"$ref":"#/$defs/BoardFields"},{"type":"null"}]},"same_as":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"minefield":{"anyOf":[{"$ref":"#/$defs/MinefieldFields"},{"type":"null"}]},"daily":{"anyOf":[{"enum":["beginner","intermediate","expert"],"type":"string"},{"type":"null"}]},"actions":{"anyOf":[{"items":{"$ref":"#/$defs/PastAction"},"maxItems":10000,"type":"array"},{"type":"null"}]},"first_click":{"anyOf":[{"enum":["safe","opening","any","fair"],"type":"string"},{"type":"null"}]},"variant":{"anyOf":[{"enum":["normal","hard_core","lucky"],"type":"string"},{"type":"null"}]},"win":{"anyOf":[{"enum":["cleared","flagged"],"type":"string"},{"type":"null"}]},"on_mine":{"anyOf":[{"enum":["stop","continue"],"type":"string"},{"type":"null"}]},"question_marks":{"anyOf":[{"type":"boolean"},{"type":"null"}]},"seed":{"anyOf":[{"pattern":"^[0-9]{1,20}$","type":"string"},{"type":"null"}]},"fair":{"anyOf":[{"$ref":"#/$defs/Fair"},{"type":"null"}]},"type":{"const":"new","type":"string"}},"required":["id","type"],"type":"object"},"PastAction":{"additionalProperties":false,"properties":{"kind":{"enum":["open","flag","chord"],"type":"string"},"cell":{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"}},"required":["kind","cell"],"type":"object"},"Ping":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"type":{"const":"ping","type":"string"}},"required":["id","type"],"type":"object"},"Puzzles":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"type":{"const":"puzzles","type":"string"}},"required":["id","type"],"type":"object"},"Rank":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"trust_flags":{"default":false,"type":"boolean"},"type":{"const":"rank","type":"string"},"first_click":{"anyOf":[{"enum":["safe","opening","any"],"type":"string"},{"type":"null"}]},"moves":{"default":5,"maximum":100,"minimum":1,"type":"integer"}},"required":["id","type"],"type":"object"},"ReplayFile":{"additionalProperties":false,"properties":{"name":{"maxLength":1000,"minLength":1,"type":"string"},"file":{"maxLength":4194308,"type":"string"}},"required":["name","file"],"type":"object"},"Report":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"type":{"const":"report","type":"string"},"added":{"default":false,"type":"boolean"},"win":{"default":false,"type":"boolean"}},"required":["id","type"],"type":"object"},"Review":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":30000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"file":{"anyOf":[{"maxLength":4194308,"type":"string"},{"type":"null"}]},"replay":{"anyOf":[{"maximum":20000,"minimum":1,"type":"integer"},{"type":"null"}]},"type":{"const":"review","type":"string"}},"required":["id","type"],"type":"object"},"Speed":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"type":{"const":"speed","type":"string"},"request":{"type":"integer"},"delay_ms":{"maximum":10000,"minimum":0,"type":"integer"}},"required":["id","type","request","delay_ms"],"type":"object"},"Stop":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"type":{"const":"stop","type":"string"},"request":{"type":"integer"}},"required":["id","type","request"],"type":"object"},"Structure":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"time_limit_ms":{"default":10000,"maximum":30000,"minimum":1,"type":"integer"},"game":{"anyOf":[{"maxLength":64,"minLength":1,"type":"string"},{"type":"null"}]},"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"trust_flags":{"default":false,"type":"boolean"},"type":{"const":"structure","type":"string"}},"required":["id","type"],"type":"object"},"Watch":{"additionalProperties":false,"properties":{"id":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"type":{"enum":["watch","unwatch"],"type":"string"},"run":{"maxLength":64,"minLength":1,"type":"string"}},"required":["id","type","run"],"type":"object"},"RunRequest":{"additionalProperties":false,"properties":{"board":{"$ref":"#/$defs/BoardFields"},"first_click":{"default":"safe","enum":["safe","opening","any"],"type":"string"},"strategy":{"anyOf":[{"maxLength":200,"minLength":1,"type":"string"},{"type":"null"}]},"games":{"default":10000,"maximum":100000000,"minimum":1,"type":"integer"},"seed":{"default":"1","pattern":"^[0-9]{1,20}$","type":"string"}},"required":["board"],"type":"object"},"FileRequest":{"additionalProperties":false,"properties":{"position":{"anyOf":[{"$ref":"#/$defs/PositionFields"},{"type":"null"}]},"minefield":{"anyOf":[{"$ref":"#/$defs/MinefieldFields"},{"type":"null"}]},"format":{"maxLength":40,"type":"string"}},"required":["format"],"type":"object"},"_Fair":{"properties":{"method":{"enum":["uniform","adjusted"],"type":"string"},"mine_count":{"type":"boolean"},"rule":{"anyOf":[{"maxLength":40,"type":"string"},{"type":"null"}]}},"required":["method","mine_count","rule"],"type":"object"},"_Guess":{"properties":{"kind":{"enum":["open","chord"],"type":"string"},"cell":{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"}},"required":["kind","cell"],"type":"object"},"ListedGame":{"properties":{"file":{"maxLength":200,"type":"string"},"game":{"pattern":"^[A-Za-z0-9_-]{1,64}$","type":"string"},"first_click":{"enum":["safe","opening","any","fair"],"type":"string"},"variant":{"enum":["normal","hard_core","lucky"],"type":"string"},"status":{"enum":["won","lost","cleared"],"type":"string"},"elapsed_ms":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"counts":{"type":"boolean"},"started_at":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"ended_at":{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},"seed":{"anyOf":[{"pattern":"^[0-9]{1,20}$","type":"string"},{"type":"null"}]},"counts_not":{"anyOf":[{"items":{"enum":["seed","same","given","undo","help","auto","past"],"type":"string"},"maxItems":10,"type":"array"},{"type":"null"}]},"result":{"anyOf":[{"enum":["won","lost","cleared","helped","abandoned"],"type":"string"},{"type":"null"}]},"result_at":{"anyOf":[{"exclusiveMaximum":9007199254740992,"minimum":0,"type":"integer"},{"type":"null"}]},"fair":{"anyOf":[{"$ref":"#/$defs/_Fair"},{"type":"null"}]},"start":{"anyOf":[{"exclusiveMaximum":1000000,"minimum":0,"type":"integer"},{"type":"null"}]},"daily":{"anyOf":[{"pattern":"^\\d{4}-\\d\\d-\\d\\d$","type":"string"},{"type":"null"}]},"first":{"anyOf":[{"pattern":"^[A-Za-z0-9_-]{1,64}$","type":"string"},{"type":"null"}]},"guess":{"anyOf":[{"$ref":"#/$defs/_Guess"},{"type":"null"}]}},"required":["file","game","first_click","variant","status","elapsed_ms","counts","started_at","ended_at","seed"],"type":"object"}},"discriminator":{"mapping":{"act":"#/$defs/Act","add":"#/$defs/Add","analyse":"#/$defs/Analyse","assist":"#/$defs/Assist","autoplay":"#/$defs/Autoplay","beliefs":"#/$defs/Beliefs","cell":"#/$defs/CellFigures","chances":"#/$defs/Chances","evaluate":"#/$defs/Evaluate","exercise":"#/$defs/Exercise","explain":"#/$defs/Explain","hint":"#/$defs/Hint","leave":"#/$defs/Game","new":"#/$defs/NewGame","ping":"#/$defs/Ping","puzzles":"#/$defs/Puzzles","rank":"#/$defs/Rank","report":"#/$defs/Report","resume":"#/$defs/Game","review":"#/$defs/Review","speed":"#/$defs/Speed","stop":"#/$defs/Stop","structure":"#/$defs/Structure","undo":"#/$defs/Game","unwatch":"#/$defs/Watch","watch":"#/$defs/Watch"},"propertyName":"type"},"oneOf":[{"$ref":"#/$defs/NewGame"},{"$ref":"#/$defs/Game"},{"$ref":"#/$defs/Act"},{"$ref":"#/$defs/Hint"},{"$ref":"#/$defs/Explain"},{"$ref":"#/$defs/Assist"},{"$ref":"#/$defs/Autoplay"},{"$ref":"#/$defs/Speed"},{"$ref":"#/$defs/Analyse"},{"$ref":"#/$defs/Beliefs"},{"$ref":"#/$defs/CellFigures"},{"$ref":"#/$defs/Structure"},{"$ref":"#/$defs/Evaluate"},{"$ref":"#/$defs/Review"},{"$ref":"#/$defs/Add"},{"$ref":"#/$defs/Chances"},{"$ref":"#/$defs/Report"},{"$ref":"#/$defs/Puzzles"},{"$ref":"#/$defs/Exercise"},{"$ref":"#/$defs/Rank"},{"$ref":"#/$defs/Watch"},{"$ref":"#/$defs/Ping"},{"$ref":"#/$defs/Stop"}]};

/** The limits that the worker heeds. */
export const LIMITS = {"MOST_CELLS": 1000000, "MOST_SIDE": 2000, "HINTS": 1000, "COMPARED": 3, "STATEMENTS": 2000, "ZERO_CELLS": 10000, "SAFE_CELLS": 100, "POINTER_PLACES": 20000, "COURSE_POINTS": 200, "FOLLOWED": 8, "UNFINISHED": 50, "STEPS": 500, "LARGE_STEPS": 50, "SMALL_CELLS": 20000, "CELLS_OF_A_PLAYER": 3000000, "GAME_CELLS": 500, "MOVE_CELLS": 20, "HARD_CORE_CELLS": 10000, "ACCUMULATED_RISK_CELLS": 100000, "DIFF_CELLS": 20000, "REPORT_GAMES": 500, "REPORT_CELLS": 100000, "FOLDER_FILES": 20000, "FOLDER_BYTES": 33554432, "ENTRY_BYTES": 300, "CHANCE_CELLS": 10000, "PUZZLES": 30, "PATH_STEP_MS": 30, "READING_SECONDS": 5.0, "FILE_BYTES": 3145728, "ARCHIVE_FILES": 30000, "UNPACKED_BYTES": 134217728, "LIST_BYTES": 33554432, "LINE_BYTES": 65536, "DAMAGED": 100, "SETTINGS_BYTES": 16384, "TIME_LIMIT_MS": 30000, "DEFAULT_TIME_LIMIT_MS": 10000, "TASKS": 4};

/** Those that the page is told. */
export const ANNOUNCED = {"cells": 1000000, "side": 2000, "hard_core_cells": 10000, "frame_bytes": 4259840, "file_bytes": 3145728, "picture_bytes": 12582912, "archive_bytes": 25165824, "folder_files": 20000, "files_at_once": 50, "time_limit_ms": 30000, "default_time_limit_ms": 10000, "thoughts": 4, "messages_per_second": 50};

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

/** A request with all its fields. @param {unknown} message @returns {import("./types.js").AnyChecked} @throws {SapperError} */
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
  return /** @type {import("./types.js").AnyChecked} */ (checked(message, schema, []));
}

/**
 * The body of a request over HTTP, with all its fields.
 * @template {keyof import("./types.js").Bodies} Name @param {Name} name that of its model @param {unknown} body
 * @returns {import("./types.js").Bodies[Name]} @throws {SapperError}
 */
export function checkedBody(name, body) {
  return /** @type {import("./types.js").Bodies[Name]} */ (checked(body, { $ref: `#/$defs/${name}` }, []));
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
