/** Reads pictures of boards. Python does it, if it is behind the page. */

import { SapperError } from "../../js/errors.js";
import { fits } from "../../js/files.js";
import { checkShape } from "./boards.js";
import { answerOf } from "./helpers.js";
import { ANNOUNCED } from "./protocol.js";
import { Cancel } from "./thoughts.js";
import { base64 } from "./values.js";

/** @typedef {import("./shapes.js").Remote} Remote */

// oxlint-disable-next-line no-control-regex -- they are bytes
const FIRST_BYTES = /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|RIFF.{4}WEBP)/s;
const SECONDS = 15; // a screen takes about one, and a 4k screen a few

/** @param {string} text */
const wrong = (text) => new SapperError("request", text);

/** @param {Uint8Array} content @param {{format?: string}} asked */
export function isPicture(content, { format = "auto" }) {
  const begins = FIRST_BYTES.test(String.fromCharCode(...content.subarray(0, 12)));
  return format === "auto" && begins && !fits([content], "utf-8");
}

/**
 * What a picture shows, as the answer to `POST /api/read`. `known` are cells and their marks, such as "0:2,5:1".
 * @param {Remote} remote @param {Uint8Array} content @param {Record<string, string|undefined>} asked
 * @returns {Promise<import("../answers.js").ReadPicture>}
 */
export async function readPicture(remote, content, { mines, nearest, topology, known = "", rows, columns }) {
  if (remote.told() === null) {
    throw new SapperError("format", "reading a picture needs Sapper on your own machine, started with “sapper serve”");
  }
  if (content.length > ANNOUNCED.picture_bytes) throw new SapperError("too_large", `a picture has at most ${ANNOUNCED.picture_bytes} bytes`);
  if (nearest !== undefined || topology !== undefined) {
    throw wrong("'nearest' and 'topology' go with texts and files, not with pictures");
  }
  if ((rows === undefined) !== (columns === undefined)) throw wrong("'rows' and 'columns' go together");
  if (!/^(\d+:-?\d+(,\d+:-?\d+)*)?$/.test(known)) throw wrong("'known' is cells and their marks, such as '0:2,5:1'");
  const worker = remote.helpers.take();
  const message = {
    work: "picture",
    content: base64(content),
    mines: mines === undefined ? null : Number(mines),
    known: known === "" ? [] : known.split(",").map((each) => each.split(":").map(Number)),
    likely: rows === undefined ? null : [Number(rows), Number(columns)],
    seconds: SECONDS,
  };
  try {
    const found = await answerOf(worker, message, new Cancel(), () => remote.helpers.give(worker));
    checkShape({ name: found.position.topology, shape: found.position.shape });
    return found;
  } catch (error) {
    if (error.type !== "budget") throw error;
    throw new SapperError("budget", `reading the picture took more than ${SECONDS} seconds, or too much memory: crop it to the board`);
  }
}
