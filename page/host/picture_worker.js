/**
 * A worker of its own, which has pictures of boards read. It is loaded with the first picture, and what it keeps of the last one
 * goes after a while.
 */

import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { checkShape, marksText, wholeNumber, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";
import { forget, read } from "./picture_reader.js";

/** @typedef {{content: Uint8Array, query: Record<string, string|undefined>}} PictureQuestion */

const MOST_MINES = 2 ** 32 - 1; // that the engine takes
const MEMORY_MS = 60_000;

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

self.onmessage = async ({ data }) => {
  clearTimeout(timer);
  try {
    self.postMessage({ answer: await answerTo(data) });
  } catch (error) {
    if (!(error instanceof SapperError)) return self.reportError(error); // which ends this worker
    self.postMessage({ error: { type: error.type, message: error.message, place: {} } });
  }
  timer = setTimeout(forget, MEMORY_MS);
};

/** What a picture shows, as the answer to `POST /api/read`. @param {PictureQuestion} question @returns {Promise<import("../answers.js").ReadPicture>} */
async function answerTo(question) {
  const { rows, columns, mines, marks, certainty, questions, unclear_ends, doubtful } = await read(taskOf(question));
  const shape = [rows, columns];
  checkShape({ name: "square", shape });
  const position = { topology: "square", shape, mines, marks: marksText(marks) };
  return { format: "picture", kind: "picture", position, certainty, questions, unclear_ends, doubtful };
}

/** What to read. `known` are cells and their marks, such as "0:2,5:1". @param {PictureQuestion} question @returns {import("./picture_reader.js").PictureTask} */
function taskOf({ content, query: { mines, nearest, topology, known = "", rows, columns } }) {
  if (content.length > LIMITS.PICTURE_BYTES) throw new SapperError("too_large", `a picture has at most ${LIMITS.PICTURE_BYTES} bytes`);
  if (nearest !== undefined || topology !== undefined) {
    throw wrong("'nearest' and 'topology' go with texts and files, not with pictures");
  }
  const [high, wide] = [wholeNumber("rows", rows), wholeNumber("columns", columns)];
  if ((high === null) !== (wide === null)) throw wrong("'rows' and 'columns' go together");
  if (!/^(\d+:-?\d+(,\d+:-?\d+)*)?$/.test(known)) throw wrong("'known' is cells and their marks, such as '0:2,5:1'");
  const count = wholeNumber("mines", mines);
  if (count !== null && !(count >= 0 && count <= MOST_MINES)) {
    throw new SapperError("position", `no board can hold ${quantity(count, "mine")}`);
  }
  return {
    content,
    mines: count,
    likely: high === null || wide === null ? null : [high, wide],
    known: known === "" ? [] : known.split(",").map((each) => each.split(":").map(Number)),
  };
}
