/** A board in its cabinet, with a sentence under it. Views with a board stand on this. */

import { element } from '../ui/dom.js';
import { BoardView } from './view.js';

/**
 * Builds the stage.
 * @param {import('./scene.js').Scene} scene
 * @param {string} label the name of the board for screen readers
 * @param {HTMLElement} [bar] what stands in the cabinet above the board, or beside it where space is short
 */
export function boardOnStage(scene, label, bar) {
  // A right click that just misses the board opens no menu.
  const cabinet = element('div', { className: 'cabinet', on: { contextmenu: (event) => event.preventDefault() } }, bar);
  const sentence = element('p', { className: 'sentence', 'aria-live': 'polite' });
  const stage = element('div', { className: 'stage' }, cabinet, sentence);
  const board = new BoardView(stage, scene, label, () => taken(cabinet, sentence, bar));
  cabinet.append(board.box);
  tellExcess(stage, sentence);
  return { stage, cabinet, sentence, board };
}

/** The room that everything but the board takes, in CSS pixels. */
function taken(cabinet, sentence, bar) {
  const { minHeight, marginTop } = getComputedStyle(sentence);
  const below = parseFloat(minHeight) + parseFloat(marginTop) + 4;
  if (!bar) return { width: 32, height: below + 2 * parseFloat(getComputedStyle(cabinet).paddingTop) };
  const { offsetWidth, offsetHeight } = bar;
  const beside = offsetHeight > offsetWidth;
  return beside ? { width: offsetWidth + 42, height: below + 18 } : { width: 32, height: offsetHeight + below + 38 };
}

/** Tells the style sheets how far the sentence reaches below the stage, for pages that have room further down. */
function tellExcess(stage, sentence) {
  const observer = new ResizeObserver(() => {
    const excess = sentence.getBoundingClientRect().bottom - stage.getBoundingClientRect().bottom;
    stage.parentElement?.style.setProperty('--excess', `${Math.max(0, Math.ceil(excess))}px`);
  });
  observer.observe(sentence);
  observer.observe(stage);
}
