/**
 * A worker of its own, which reads pictures of boards. The browser decodes a picture, and a separate engine finds the board. Both
 * are loaded with the first picture. What the worker keeps of the last picture goes after a while.
 */

import { imageSize } from "image-size";
import { compile } from "../../js/compile.js";
import { Engine, Failure, valuesIn } from "../../js/engine.js";
import { SapperError } from "../../js/errors.js";
import { quantity } from "../../js/words.js";
import { checkBytes, checkShape, wrong } from "./boards.js";
import { LIMITS } from "./limits.js";
import { loadError } from "./tasks.js";

/**
 * What to read: the mine count if it is known, and the numbers of rows and columns with which it is read if it cannot be read
 * without, or always if they are exact. `known` are answers to questions: cells and their marks.
 * @typedef {{content: Uint8Array, mines: number|null, likely: [number, number]|null, exact: boolean, known: number[][]}} PictureTask
 */
/**
 * What the engine says of a picture, as JSON.
 * @typedef {Pick<import("../answers.js").ReadPicture, "questions"|"unclear_ends"|"doubtful"|"possible_mines"> & {rows: number, columns: number, mines: number|null}} About
 */
/** What the engine says, the marks, and the certainty of the least certain cell. @typedef {About & {marks: Int16Array, certainty: number}} Reading */
/** A picture after reading, the engine that read it, and the engine's number for it. @typedef {PictureTask & {engine: Engine, number: number, reading: Reading}} PictureResult */
/** @import { Checked } from "./types.js" */
/** @import { Result } from "../../js/engine.js" */

const MOST_MINES = 2 ** 32 - 1; // that the engine takes
const MEMORY_MS = 60_000;
const SECONDS = 15; // a screen takes less than one, and a 4k screen a few
const FEWEST = 5; // rows and columns; a smaller grid may be a part of a board or of a cell
const SIZE = "If there are no edges between hidden cells, set the size of the board on this page first, then read the picture again";
const MOST_PIXELS = 10_000_000; // a 4k screen has 8.3 million; reading takes about 100 bytes for each
const KINDS = ["png", "jpg", "gif", "bmp", "webp"]; // that browsers decode

/** @type {Promise<WebAssembly.Module>|null} */
let loading = null;
/** The last picture. Answers to its questions need no new reading. @type {PictureResult|null} */
let last = null;
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

/** What a picture shows, as the answer to `read`. @param {Checked<"read">} question @returns {Promise<import("../answers.js").ReadPicture>} */
async function answerTo(question) {
  const { rows, columns, mines, marks, certainty, questions, unclear_ends, doubtful, possible_mines } = await read(taskOf(question));
  const shape = [rows, columns];
  checkShape({ name: "square", shape });
  const position = { topology: "square", shape, mines, marks: Int8Array.from(marks) };
  return { format: "picture", kind: "picture", position, certainty, questions, unclear_ends, doubtful, possible_mines };
}

/** What to read. @param {Checked<"read">} question @returns {PictureTask} */
function taskOf({ content, mines, nearest, topology, known, rows, columns, exact }) {
  checkBytes(content, LIMITS.PICTURE_BYTES, ": crop a picture to the board");
  if (nearest || topology !== null) {
    throw wrong("`nearest` and `topology` go with texts and files, not with pictures");
  }
  if ((rows === null) !== (columns === null)) throw wrong("`rows` and `columns` go together");
  /** @type {[number, number]|null} */
  const likely = rows === null || columns === null ? null : [rows, columns];
  if (exact) {
    if (likely === null) throw wrong("`exact` goes with `rows` and `columns`");
    if (Math.min(...likely) < FEWEST) throw new SapperError("format", `a board in a picture has at least ${FEWEST} rows and columns`);
  }
  if (mines !== null && !(mines >= 0 && mines <= MOST_MINES)) throw new SapperError("position", `no board can hold ${quantity(mines, "mine")}`);
  return { content, mines, likely, exact, known };
}

/** Forgets the last picture, with the engine that has its memory. */
function forget() {
  last = null;
}

/** @param {PictureTask} task @returns {Promise<Reading>} */
async function read(task) {
  if (last === null || !isOf(task, last)) {
    forget(); // so that there is room
    last = await readAnew(task);
  }
  const { engine, number, reading } = last;
  if (task.known.length === 0) return reading;
  const cells = Uint32Array.from(task.known, ([cell]) => cell);
  const marks = Int16Array.from(task.known, ([, mark]) => mark);
  return readingOf(resultsOf(() => engine.call("answer_picture", [number, SECONDS], [cells, marks])));
}

/** Whether a task is about a picture that was read, and no other size is likely. @param {PictureTask} task @param {PictureResult} one */
function isOf({ content, mines, likely, exact }, one) {
  const { rows, columns } = one.reading;
  const isLikely = [String(one.likely), `${rows},${columns}`].includes(String(likely));
  return mines === one.mines && exact === one.exact && isLikely && content.length === one.content.length && content.every((byte, place) => byte === one.content[place]);
}

/** Reads a picture. Lines between open cells may look like another board. Then the likely size helps. @param {PictureTask} task @returns {Promise<PictureResult>} */
async function readAnew(task) {
  const [{ width, height, data }, module] = await Promise.all([pixelsOf(task.content), loadModule()]);
  const engine = new Engine(module); // one that has read a large picture keeps its memory
  const { mines, likely } = task;
  const sizes = likely !== null && Math.min(...likely) >= FEWEST ? [[0, 0], likely] : [[0, 0]];
  if (task.exact) sizes.shift(); // nothing is read without it
  /** @type {PictureResult|null} */
  let doubtful = null;
  let refusal;
  for (const [rows, columns] of sizes) {
    try {
      const [number, ...results] = resultsOf(() => engine.call("read_picture", [width, height, mines ?? NaN, rows, columns, SECONDS], [data]));
      const one = { ...task, engine, number: number(Float64Array)[0], reading: readingOf(results) };
      if (!one.reading.doubtful) return one;
      doubtful ??= one;
    } catch (error) {
      if (!error.no_board && error.type !== "position") throw error;
      refusal = error;
    }
  }
  if (doubtful !== null) return doubtful;
  if (likely !== null && refusal.no_board) refusal.message += `. ${SIZE}`;
  throw refusal;
}

/** The engine. If it could not be loaded, it is tried again with the next picture. */
function loadModule() {
  loading ??= compile(new URL("../../js/screen.wasm", import.meta.url)).catch(() => {
    loading = null;
    throw loadError();
  });
  return loading;
}

/** @param {Result[]} results @returns {Reading} */
function readingOf([about, marks, certainty]) {
  const least = certainty(Float64Array).reduce((one, other) => Math.min(one, other));
  return { ...valuesIn(about), marks: marks(Int16Array), certainty: least };
}

/** The results of a call, or its failure in the words of the page. @param {() => Result[]} call */
function resultsOf(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === "position") throw new SapperError("position", error.message);
    if (error.status === "argument") throw wrong(error.message);
    if (error.status !== "time" && error.status !== "memory") throw error;
    throw new SapperError("budget", `reading the picture took more than ${SECONDS} seconds, or too much memory: crop it to the board`);
  }
}

/** The pixels, four bytes for each. What is transparent is white. @param {Uint8Array} content @returns {Promise<ImageData>} */
async function pixelsOf(content) {
  checkSize(sizeOf(content)); // before anything is unpacked
  const picture = await decode(content);
  const { width, height } = picture;
  checkSize(picture);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }));
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

/** @param {Uint8Array} content */
async function decode(content) {
  try {
    return await createImageBitmap(new Blob([/** @type {BlobPart} */ (content)]), { colorSpaceConversion: "none" });
  } catch {
    throw new SapperError("format", "the picture is broken: the browser cannot decode it");
  }
}

/** The size that a picture states. @param {Uint8Array} content */
function sizeOf(content) {
  try {
    const size = imageSize(content);
    if (KINDS.includes(size.type ?? "")) return size;
  } catch {} // no picture, or the file ends too early
  throw new SapperError("format", "this is not a picture that can be read (PNG, JPEG, GIF, BMP, WEBP)");
}

/** @param {{width: number, height: number}} size */
function checkSize({ width, height }) {
  if (width * height <= MOST_PIXELS) return;
  const most = MOST_PIXELS.toLocaleString("en");
  throw new SapperError("format", `the picture has ${width} x ${height} pixels, and at most ${most} are read: cut out the board`);
}
