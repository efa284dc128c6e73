/** The meaning of the signs on the board. Each sign is drawn by the code that draws it on the board. */

import { Painter } from '../board/painter.js';
import { Scene } from '../board/scene.js';
import { shapeOf } from '../board/shapes.js';
import { card } from '../ui/controls.js';
import { element } from '../ui/dom.js';

const SIZE = 40;

/** How to put a sign in a scene of one cell. @typedef {(scene: Scene) => void} Put */

/** The name of a sign, and how to put it there. @type {Array<[string, Put]>} */
const SIGNS = [
  ['Certainly safe', (scene) => scene.mark('safe', [0])],
  ['Certainly a mine', (scene) => scene.mark('mine', [0])],
  ['The best guess', (scene) => scene.mark('best', [0])],
  ['Risk in per cent', (scene) => (scene.risks = Float32Array.of(0.23))],
  ['A number that the hint uses', (scene) => scene.marks.set([2]) ?? scene.mark('reason', [0])],
  ['Considered for a hint or a guess', (scene) => scene.mark('considered', [0])],
  ['A dead cell: opening it can never help', (scene) => scene.mark('dead', [0])],
  ['Your move, in Review', (scene) => scene.mark('played', [0])],
  ['Your guess: it lost the game, or was a mistake', (scene) => scene.mark('guessed', [0])],
  ['A number in conflict', (scene) => scene.marks.set([3]) ?? scene.mark('conflict', [0])],
  ['A component: cells that the solver counts together', (scene) => (scene.components = new Map([[0, { component: 0, order: 0 }]]))],
];

/** @param {string} theme */
export function legend(theme) {
  const entries = SIGNS.map(([name, set]) => element('li', {}, picture(theme, set), element('span', { textContent: name })));
  return card('What the signs mean', element('ul', { className: 'legend' }, ...entries));
}

/** @param {string} theme @param {Put} set */
function picture(theme, set) {
  const size = Math.round(SIZE * (window.devicePixelRatio || 1));
  const canvas = element('canvas', { width: size, height: size, ariaHidden: 'true' });
  const scene = new Scene(shapeOf({ topology: 'square', shape: [1, 1] }));
  set(scene);
  const painter = new Painter(canvas);
  painter.theme = theme;
  painter.draw(scene, { left: 0, top: 0, width: size, height: size, tile: size, ratio: 1 });
  return canvas;
}
