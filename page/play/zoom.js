/** The buttons for the size of the cells. The chosen size is kept for boards of the same size. */

import { iconButton } from '../ui/controls.js';
import { element } from '../ui/dom.js';

/** @import { BoardView } from '../board/view.js' */
/** @import { SettingsStore } from '../settings/store.js' */

/** @param {BoardView} board */
export function zoomButtons(board) {
  return element(
    'div',
    { className: 'zoom', role: 'group', 'aria-label': 'Size of the cells' },
    iconButton('Smaller cells', 'minus', () => board.zoomBy(1 / 1.2)),
    iconButton('Fit the board', 'fit', () => board.fit()),
    iconButton('Larger cells', 'plus', () => board.zoomBy(1.2)),
  );
}

/** @param {import('../board/shape.js').Shape} shape */
const sizeOf = ({ kind, rows, columns }) => `${kind} ${rows} ${columns}`;

/** The cell size chosen for a board, or null if none was chosen. @param {SettingsStore} store @param {import('../board/shape.js').Shape} shape */
export function chosenZoom({ values: { zoom } }, shape) {
  return zoom?.board === sizeOf(shape) ? zoom.cell : null;
}

/** Keeps every size that is chosen on a board from now on. @param {SettingsStore} store @param {BoardView} board */
export function keepZoom(store, board) {
  board.box.addEventListener('board-zoom', () => {
    store.set({ zoom: board.zoom === null ? null : { board: sizeOf(board.scene.shape), cell: board.zoom } });
  });
}
