/** What a file says of its game, in words for people. */

import { isDated, MOMENT } from '../ui/plain_words.js';

/** Fields that many files have, and that the review works out itself. */
const IN_REVIEW = ['Time', 'BBBV', 'Status', 'Level'];
/** What people call the rest, where files use other names. @type {Record<string, string>} */
const NAMES = { Nick: 'Nickname', Version: 'Program version', Mode: 'Kind of game', Style: 'Flags', Translator: 'Converted by', Encoding: 'Encoding of names' };
/** @type {Record<string, string>} */
const STYLES = { NF: 'Not used', FL: 'Used' };
const ARBITER = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\.(\d{1,2}):(\d{1,2}):(\d{1,2})\b/;
const LONGEST_SECONDS = 12; // digits; more are microseconds

/** The rows of a list of facts. @param {Record<string, string>} about @returns {[string, string][]} */
export function aboutInWords(about) {
  const entries = Object.entries(about).filter(([name, value]) => !IN_REVIEW.includes(name) && !(name === 'Timestamp' && isUnset(value)));
  return entries.map(([name, value]) => (name === 'Timestamp' ? ['Played', momentInWords(value)] : [nameInWords(name), name === 'Style' ? (STYLES[value] ?? value) : value]));
}

/** Whether a date comes from a clock that was never set. @param {string} text */
function isUnset(text) {
  const milliseconds = momentOf(text);
  return !Number.isNaN(milliseconds) && !isDated(milliseconds);
}

/** @param {string} name */
const nameInWords = (name) => NAMES[name] ?? name.replaceAll('_', ' ');

/** When a game was played; as the file says it, if that cannot be read. @param {string} text */
function momentInWords(text) {
  const milliseconds = momentOf(text);
  return Number.isNaN(new Date(milliseconds).getTime()) ? text : MOMENT.format(milliseconds);
}

/** Reads what `Replay.played` in Python reads. Dates without a time zone are in UTC. @param {string} text */
function momentOf(text) {
  if (/^\d{1,18}$/.test(text)) return Number(text) * (text.length > LONGEST_SECONDS ? 1e-3 : 1e3);
  const [, day, month, ...rest] = (ARBITER.exec(text) ?? []).map(Number);
  if (day) return Date.UTC(rest[0], month - 1, day, rest[1], rest[2], rest[3]);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(hasZone || !/\d:\d/.test(text) ? text : `${text.replace(' ', 'T')}Z`) : NaN;
}
