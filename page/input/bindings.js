/** What each key does. Every binding can be changed in the settings. */

/** @typedef {{action: string, label: string, keys: string[], onBoard: boolean}} Binding */

/** @param {string} action @param {string} label @param {...string} keys */
const board = (action, label, ...keys) => ({ action, label, keys, onBoard: true });
/** @param {string} action @param {string} label @param {...string} keys */
const anywhere = (action, label, ...keys) => ({ action, label, keys, onBoard: false });

/**
 * The bindings `onBoard` act only while the board has the focus. The others act wherever no text is typed.
 * @type {Binding[]}
 */
export const BINDINGS = [
  board('left', 'Cursor left', 'ArrowLeft'),
  board('right', 'Cursor right', 'ArrowRight'),
  board('up', 'Cursor up', 'ArrowUp'),
  board('down', 'Cursor down', 'ArrowDown'),
  board('rowStart', 'First column', 'Home'),
  board('rowEnd', 'Last column', 'End'),
  board('pageUp', 'Eight rows up', 'PageUp'),
  board('pageDown', 'Eight rows down', 'PageDown'),
  board('open', 'Open', 'Space', 'Enter'),
  anywhere('flag', 'Flag', 'f'),
  anywhere('chord', 'Chord', 'c'),
  anywhere('new', 'New game', 'r', 'F2'),
  anywhere('again', 'Play the same board again', 'a'),
  anywhere('undo', 'Undo a loss', 'u'),
  anywhere('beginner', 'Beginner', '1'),
  anywhere('intermediate', 'Intermediate', '2'),
  anywhere('expert', 'Expert', '3'),
  anywhere('custom', 'Custom game', '4'),
  anywhere('hint', 'Hint', 'h'),
  anywhere('move', 'Move', 'm'),
  anywhere('run', 'Go on until a guess is needed', 'g'),
  anywhere('guess', 'Guess', 'b'),
  anywhere('autoplay', 'Start or pause autoplay', 'p'),
  anywhere('risks', 'Show probabilities', 'o'),
  anywhere('structure', "Solver's view", 'v'),
  anywhere('tell', 'Read out the state of the game', 't'),
  anywhere('zoomIn', 'Larger cells', '+', '='),
  anywhere('zoomOut', 'Smaller cells', '-'),
  anywhere('zoomFit', 'Fit the board', '0'),
];

/** The name of a key in the bindings, or null for a key that is not a command. @param {KeyboardEvent} event */
export function keyName(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (event.key === ' ') return 'Space';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/**
 * The binding of a key.
 * @param {string} key @param {Record<string, string[]>} changes the keys that were changed, by action
 * @returns {Binding|undefined}
 */
export function bindingOf(key, changes) {
  return BINDINGS.find(({ action, keys }) => (changes[action] ?? keys).includes(key));
}

/** @param {string} action @param {Record<string, string[]>} changes */
export function keysOf(action, changes) {
  return changes[action] ?? BINDINGS.find((binding) => binding.action === action)?.keys ?? [];
}

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', PageUp: 'Page ↑', PageDown: 'Page ↓' };

/** The name of a key for people. @param {string} key */
export const keyLabel = (key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
