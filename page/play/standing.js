/** How a game counts in the statistics, for the label above the board and the card at its end. */

/** @type {Record<string, string>} */
const PRACTICE = {
  seed: 'you typed its seed',
  same: 'you had seen its board',
  given: 'its mines came from a link or a file',
  undo: 'you undid a loss, which still counts',
  help: 'the assistant helped',
  auto: 'the assistant played',
  past: 'you began it in the middle of another game',
};

/** What help does, as a warning before the player takes it. */
export const HELP_COUNTS = 'If you take help after the first click, the game counts as helped, and not as won.';

/** The same for the game in play. @param {{begun: boolean}} state */
export const helpDoes = ({ begun }) => `Help makes this game ${begun ? 'count as helped' : 'a practice game'}.`;

/** @type {Record<string, string>} */
const LATER = {
  helped: 'The assistant helped after the first click. So this game counts as helped, and not as won.',
  abandoned: 'You played this board in another game. So this game counts as left, and not as won.',
  lost: 'You undid a loss. The loss still counts, and what follows is practice.',
};

/**
 * A text about a game whose end does not count, or counts as another end. Null if its end counts.
 * @param {{counts: boolean, counts_not: string[], result: string|null}} state
 * @returns {{label: 'helped'|'practice', text: string}|null}
 */
export function standingOf({ counts, counts_not: why, result }) {
  if (counts) return null;
  const text = LATER[result ?? ''] ?? `This game is practice and does not count: ${why.map((reason) => PRACTICE[reason]).join(', ')}.`;
  return { label: result === 'helped' ? 'helped' : 'practice', text };
}
