/** A board in its cabinet. Views with a board stand on this. */

import { element } from '../ui/dom.js';
import { BoardView } from './view.js';

/**
 * Builds the stage. Texts about the board stand elsewhere, so that they do not move the board.
 * @param {import('./scene.js').Scene} scene
 * @param {string} label the name of the board for screen readers
 * @param {HTMLElement} [bar] what stands in the cabinet above the board, or beside it where space is short
 * @param {HTMLElement} [gauge] what stands beside the cabinet, or above it where space is short
 */
export function boardOnStage(scene, label, bar, gauge) {
  // A right click that just misses the board opens no menu.
  const cabinet = element('div', { className: 'cabinet', on: { contextmenu: (/** @type {Event} */ event) => event.preventDefault() } }, bar);
  const stage = element('div', { className: 'stage' }, gauge, cabinet);
  const board = new BoardView(stage, scene, label, room);
  const { small, overview } = board.maps;
  cabinet.append(element('div', { className: 'board-place' }, board.box, board.rulers.root, overview.root));
  if (bar) bar.lastElementChild?.before(small.root);
  else cabinet.append(small.root);
  let barSize = 0; // the room that the bar took at the last layout
  let gaugeSize = 0; // the room that the gauge took

  /** The room for the board in CSS pixels. */
  function room() {
    const style = getComputedStyle(cabinet);
    const left = {
      width: stage.clientWidth - sum(style, 'paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'),
      height: stage.clientHeight - sum(style, 'paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'),
    };
    barSize = barRoom();
    left[side()] -= barSize;
    gaugeSize = gaugeTakes();
    left[standsBeside() ? 'width' : 'height'] -= gaugeSize;
    return left;
  }

  /** The room that the bar takes, or the map of a board without a bar. */
  function barRoom() {
    const part = bar ?? small.root;
    const style = getComputedStyle(part);
    if (part.hidden || style.position === 'fixed') return 0;
    if (side() === 'width') return part.offsetWidth + sum(getComputedStyle(cabinet), 'columnGap');
    return part.offsetHeight + sum(style, 'marginTop', 'marginBottom');
  }

  /** The room that the gauge takes. Beside the cabinet this counts twice, once for each side, so that the board stays in the middle. */
  function gaugeTakes() {
    if (!gauge || gauge.hidden) return 0;
    const style = getComputedStyle(gauge);
    if (standsBeside()) return 2 * (gauge.offsetWidth + sum(style, 'marginLeft', 'marginRight'));
    return gauge.offsetHeight + sum(style, 'marginTop', 'marginBottom');
  }

  /** Whether the gauge stands beside the cabinet. The style sheets decide it. */
  function standsBeside() {
    return gauge !== undefined && getComputedStyle(gauge).flexDirection === 'column';
  }

  /** The side of the board that the bar shortens. */
  function side() {
    return getComputedStyle(cabinet).display === 'flex' ? 'width' : 'height';
  }

  if (bar) new ResizeObserver(() => barRoom() !== barSize && board.layout()).observe(bar); // a counter may get more digits
  if (gauge) new ResizeObserver(() => gaugeTakes() !== gaugeSize && board.layout()).observe(gauge);
  tellExcess(stage, cabinet, ...(gauge ? [gauge] : []));
  return { stage, cabinet, board };
}

/** @typedef {"paddingLeft"|"paddingRight"|"paddingTop"|"paddingBottom"|"marginLeft"|"marginRight"|"marginTop"|"marginBottom"} Edge */
/** @typedef {Edge|"borderLeftWidth"|"borderRightWidth"|"borderTopWidth"|"borderBottomWidth"|"columnGap"} Length */

/** @param {CSSStyleDeclaration} style @param {...Length} names */
const sum = (style, ...names) => names.reduce((total, name) => total + (parseFloat(style[name]) || 0), 0);

/**
 * Tells the style sheets how far the cabinet reaches below the stage. The number is below 0 where it leaves room. `others`
 * are parts that move it.
 * @param {HTMLElement} stage @param {HTMLElement} cabinet @param {...HTMLElement} others
 */
function tellExcess(stage, cabinet, ...others) {
  const observer = new ResizeObserver(() => {
    const excess = cabinet.getBoundingClientRect().bottom - stage.getBoundingClientRect().bottom;
    stage.parentElement?.style.setProperty('--excess', `${Math.ceil(excess)}px`);
  });
  for (const part of [stage, cabinet, ...others]) observer.observe(part);
}
