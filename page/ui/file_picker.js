/** Files that the player chose or dropped, those in folders too. */

import { complain } from './announce.js';
import { element } from './dom.js';

/** A file and its path below what was chosen. @typedef {[string, File]} NamedFile */

/** Files by their own names. @param {Iterable<File>} files */
export const namedFiles = (files) => Array.from(files, (file) => /** @type {NamedFile} */ ([file.name, file]));

/**
 * A hidden field that asks for files, or for a folder, when it is clicked. Browsers that cannot ask for a folder ask for files.
 * @param {(files: NamedFile[]) => Promise<unknown>} take @param {boolean} [folder]
 */
export function filesPicker(take, folder = false) {
  const read = () => {
    const files = Array.from(input.files ?? [], (file) => /** @type {NamedFile} */ ([file.webkitRelativePath || file.name, file]));
    input.value = ''; // the same files can be chosen again
    if (files.length) take(files).catch(complain);
  };
  const input = /** @type {HTMLInputElement} */ (element('input', { type: 'file', multiple: true, webkitdirectory: folder, hidden: true, on: { change: read } }));
  return input;
}

/**
 * What was dropped. Call it while the event is handled: later the browser has forgotten it.
 * @param {DataTransfer} transfer
 * @returns {Promise<NamedFile[]>}
 */
export async function droppedFiles({ files, items }) {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry());
  const plain = namedFiles(files);
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  /** @type {NamedFile[]} */
  const contents = [];
  for (const entry of entries) if (entry) await collect(entry, '', contents);
  return contents;
}

/** @param {FileSystemEntry} entry @param {string} parent @param {NamedFile[]} files */
async function collect(entry, parent, files) {
  const path = `${parent}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    files.push([path, file]);
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // a hundred at a time
    if (!some.length) return;
    for (const one of some) await collect(one, `${path}/`, files);
  }
}
