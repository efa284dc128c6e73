/** The pixels of a picture, as the browser decodes it. */

import { SapperError } from "../../js/errors.js";

/** @typedef {{width: number, height: number}} Size */

const MOST_PIXELS = 10_000_000; // a 4k screen has 8.3 million; reading takes about 100 bytes for each

/** The kinds of pictures, by their first byte, and the sizes that they state. @type {Record<number, (view: DataView) => Size>} */
const SIZES = { 0x89: pngSize, 0xff: jpegSize, 0x47: gifSize, 0x42: bmpSize, 0x52: webpSize };

/** The pixels, four bytes for each. What is transparent is white. @param {Uint8Array} content @returns {Promise<ImageData>} */
export async function pixelsOf(content) {
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

/** @param {Uint8Array} content @returns {Size} */
function sizeOf(content) {
  try {
    return SIZES[content[0]](new DataView(content.buffer, content.byteOffset, content.length));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the file ends too early
    throw new SapperError("format", "this is not a picture that can be read (PNG, JPEG, GIF, BMP, WEBP)");
  }
}

/** @param {Size} size */
function checkSize({ width, height }) {
  if (width * height <= MOST_PIXELS) return;
  const most = MOST_PIXELS.toLocaleString("en");
  throw new SapperError("format", `the picture has ${width} x ${height} pixels, and at most ${most} are read: cut out the board`);
}

/** @param {DataView} view */
function pngSize(view) {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** @param {DataView} view */
function gifSize(view) {
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** @param {DataView} view */
function bmpSize(view) {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }; // the first kind
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** In the frame, after other segments. @param {DataView} view */
function jpegSize(view) {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) throw new RangeError("a segment begins elsewhere");
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1; // a byte to fill up
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else at += 2 + view.getUint16(at + 2);
  }
}

/** @param {DataView} view */
function webpSize(view) {
  const kind = String.fromCharCode(view.getUint8(15));
  if (kind === " ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === "X") return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
