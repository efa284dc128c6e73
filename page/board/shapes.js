/**
 * Where cells lie and which touch: one class for each layout. Lengths are in cell widths, so that zoom is one factor.
 * A cell is row * columns + column. To add a layout, write its class and put its name in `KINDS`.
 */

import { Graph } from './graph.js';

/** @import { Box, Form, Shape, Visit } from './shape.js' */

/** The nearest value within bounds. @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** @type {Form} */
export const SQUARE = { width: 1, height: 1, overhang: 0, corners: null };

/** The plain board, and the base of the others. */
class Square {
  static title = 'Square';
  static note = 'A number counts the eight cells around it.';

  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    this.kind = 'square';
    this.hasRows = true;
    this.rows = rows;
    this.columns = columns;
    this.size = rows * columns;
    this.drawing = { rows, columns };
    this.width = columns;
    this.height = rows;
    this.tileHeight = 1;
    this.pitch = 1;
    this.forms = [SQUARE];
    this.overhang = 0;
    this.wraps = false;
    this.halves = 1;
    this.most = 8;
  }

  /** @param {number} _index */
  form(_index) {
    return this.forms[0];
  }

  /** @param {number} index */
  corner(index) {
    const row = Math.floor(index / this.columns);
    return { x: (index % this.columns) + (row % this.halves) / 2 + this.overhang, y: row * this.pitch + this.overhang };
  }

  /** The cell in a row and column, -1 outside the board. @param {number} row @param {number} column */
  cell(row, column) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns ? row * this.columns + column : -1;
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.cell(Math.floor(y), Math.floor(x));
  }

  /** @param {number} index @returns {number[]} */
  neighbours(index) {
    const row = Math.floor(index / this.columns);
    const column = index % this.columns;
    const cells = new Set();
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) cells.add(this.cell(r, c));
    }
    cells.delete(-1);
    cells.delete(index);
    return [...cells];
  }

  /** @param {Box} box */
  range({ left, top, right, bottom }) {
    const { rows, columns } = this.drawing;
    const beyond = 2 * this.overhang;
    return {
      left: clamp(Math.floor(left - beyond - (this.halves - 1) / 2), 0, columns),
      top: clamp(Math.floor((top - beyond - this.tileHeight) / this.pitch) + 1, 0, rows),
      right: clamp(Math.ceil(right), 0, columns),
      bottom: clamp(Math.ceil(bottom / this.pitch), 0, rows),
    };
  }

  /** @param {Box} box @param {Visit} visit */
  visit(box, visit) {
    const { left, top, right, bottom } = this.range(box);
    for (let row = top; row < bottom; row++) {
      const shift = (row % this.halves) / 2 + this.overhang;
      const y = row * this.pitch + this.overhang;
      for (let column = left; column < right; column++) visit(row * this.columns + column, column + shift, y, false);
    }
  }
}

/** Opposite edges meet: a margin of one cell shows what lies beyond each edge. */
class Torus extends Square {
  static title = 'Torus';
  static note = 'A number also counts cells across the edges.';

  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    super(rows, columns);
    this.kind = 'torus';
    this.wraps = true;
    this.drawing = { rows: rows + 2, columns: columns + 2 };
    this.width = columns + 2;
    this.height = rows + 2;
  }

  /** @param {number} index */
  corner(index) {
    const { x, y } = super.corner(index);
    return { x: x + 1, y: y + 1 };
  }

  /** @param {number} row @param {number} column */
  cell(row, column) {
    const { rows, columns } = this;
    return (((row % rows) + rows) % rows) * columns + (((column % columns) + columns) % columns);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return -1;
    return this.cell(Math.floor(y) - 1, Math.floor(x) - 1);
  }

  /** @param {Box} box @param {Visit} visit */
  visit(box, visit) {
    const { left, top, right, bottom } = this.range(box);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const ghost = x === 0 || y === 0 || x === this.width - 1 || y === this.height - 1;
        visit(this.cell(y - 1, x - 1), x, y, ghost);
      }
    }
  }
}

const HEXAGON_HEIGHT = 2 / Math.sqrt(3);
const HEXAGON_PITCH = HEXAGON_HEIGHT * 0.75;

/** @type {Form} */
const HEXAGON = {
  width: 1,
  height: HEXAGON_HEIGHT,
  overhang: 0,
  corners: [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]],
};

/** Six neighbours each, a corner up; odd rows lie half a cell to the right. */
class Hexagons extends Square {
  static title = 'Hexagons';
  static note = 'A number counts the six cells around it.';

  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    super(rows, columns);
    this.kind = 'hexagons';
    this.width = columns + (rows > 1 ? 0.5 : 0);
    this.height = (rows - 1) * HEXAGON_PITCH + HEXAGON_HEIGHT;
    this.tileHeight = HEXAGON_HEIGHT;
    this.pitch = HEXAGON_PITCH;
    this.forms = [HEXAGON];
    this.halves = 2;
    this.most = 6;
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    // Every point of a hexagon is nearer to its own centre than to any other.
    const guess = Math.floor(y / HEXAGON_PITCH);
    let best = -1;
    let least = 1 / 3; // the square of the distance from the centre to a corner
    for (let row = guess - 1; row <= guess + 1; row++) {
      const shift = Math.abs(row % 2) / 2;
      const column = Math.floor(x - shift);
      const dx = x - (column + shift + 0.5);
      const dy = y - (row * HEXAGON_PITCH + HEXAGON_HEIGHT / 2);
      const distance = dx * dx + dy * dy;
      const cell = this.cell(row, column);
      if (distance < least && cell >= 0) [least, best] = [distance, cell];
    }
    return best;
  }

  /** @param {number} index @returns {number[]} */
  neighbours(index) {
    const row = Math.floor(index / this.columns);
    const column = index % this.columns;
    const shift = row % 2;
    const near = [
      [row - 1, column - 1 + shift],
      [row - 1, column + shift],
      [row, column - 1],
      [row, column + 1],
      [row + 1, column - 1 + shift],
      [row + 1, column + shift],
    ];
    return near.map(([r, c]) => this.cell(r, c)).filter((cell) => cell >= 0);
  }
}

// An octagon is √2 cells wide and the square beside it 2 - √2: then all sides are equal, and the middles are one cell apart.
const OVERHANG = (Math.SQRT2 - 1) / 2;
const SIDE = Math.SQRT2 - 1; // half of an octagon's side, in halves of its width

/** @type {Form} */
const OCTAGON = {
  width: 1 + 2 * OVERHANG,
  height: 1 + 2 * OVERHANG,
  overhang: OVERHANG,
  corners: [[-SIDE, -1], [SIDE, -1], [1, -SIDE], [1, SIDE], [SIDE, 1], [-SIDE, 1], [-1, SIDE], [-1, -SIDE]],
};

/** @type {Form} */
const GAP = { width: 1 - 2 * OVERHANG, height: 1 - 2 * OVERHANG, overhang: -OVERHANG, corners: null };

/** Octagons, and squares in the gaps between four of them. They alternate as on a chessboard. */
class Octagons extends Square {
  static title = 'Octagons';
  static note = 'A number on an octagon counts eight cells, and on a square four.';

  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    super(rows, columns);
    this.kind = 'octagons';
    this.width = columns + 2 * OVERHANG;
    this.height = rows + 2 * OVERHANG;
    this.forms = [OCTAGON, GAP];
    this.overhang = OVERHANG;
  }

  /** @param {number} index */
  form(index) {
    return this.forms[(Math.floor(index / this.columns) + (index % this.columns)) % 2];
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    let row = Math.floor(y - OVERHANG);
    let column = Math.floor(x - OVERHANG);
    if ((row + column) & 1) {
      // The box of a square, which octagons reach into from all sides.
      const right = x - OVERHANG - column - 0.5;
      const down = y - OVERHANG - row - 0.5;
      if (Math.max(Math.abs(right), Math.abs(down)) > 0.5 - OVERHANG) {
        if (Math.abs(right) > Math.abs(down)) column += Math.sign(right);
        else row += Math.sign(down);
      }
    }
    return this.cell(row, column);
  }

  /** @param {number} index @returns {number[]} */
  neighbours(index) {
    const around = super.neighbours(index);
    if (this.form(index) === OCTAGON) return around;
    return around.filter((near) => this.form(near) === OCTAGON);
  }
}

/** Squares that touch the cells some steps away, in rows and columns. @param {typeof Square} Base @param {string} name @param {number[][]} steps */
const withSteps = (Base, name, steps) => class extends Base {
  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    super(rows, columns);
    this.kind = name;
    this.most = steps.length;
  }

  /** @param {number} index @returns {number[]} */
  neighbours(index) {
    const [row, column] = [Math.floor(index / this.columns), index % this.columns];
    const cells = steps.map(([down, right]) => this.cell(row + down, column + right));
    return [...new Set(cells)].filter((cell) => cell !== -1 && cell !== index);
  }
};

/** The steps of the neighbourhoods that have a name. @type {Record<string, number[][]>} */
const STEPS = {
  cross: [[-2, 0], [-1, 0], [0, -2], [0, -1], [0, 1], [0, 2], [1, 0], [2, 0]],
  knight: [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]],
};

class Cross extends withSteps(Square, 'cross', STEPS.cross) {
  static title = 'Cross';
  static note = 'A number counts the cells one and two steps up, down, left and right of it.';
}

class Knight extends withSteps(Square, 'knight', STEPS.knight) {
  static title = 'Knight';
  static note = "A number counts the cells that are a knight's move away, as in chess.";
}

/** @type {Record<string, {title: string, note: string, new (rows: number, columns: number): Shape}>} */
const KINDS = { square: Square, torus: Torus, hexagons: Hexagons, octagons: Octagons, cross: Cross, knight: Knight };

const WRAP = '/wrap';
const OFFSETS = 'offsets:';

/** The class of a layout by its name, which may have steps, as `offsets:0,1/0,-1` and `knight/wrap` do. @param {string} name */
function layoutCalled(name) {
  const Kind = KINDS[name];
  if (Kind) return Kind;
  const base = name.endsWith(WRAP) ? name.slice(0, -WRAP.length) : name;
  const steps = base.startsWith(OFFSETS)
    ? base.slice(OFFSETS.length).split('/').map((step) => step.split(',').map(Number))
    : STEPS[base];
  return steps && withSteps(base === name ? Square : Torus, name, steps);
}

/** The layouts to choose from: the name that the engine knows, and the word that the page shows. */
export const LAYOUTS = Object.entries(KINDS).map(([name, { title }]) => [name, title]);

/** What a number counts, by the name of the layout. @type {Record<string, string>} */
export const LAYOUT_NOTES = Object.fromEntries(Object.entries(KINDS).map(([name, { note }]) => [name, note]));

/**
 * The layout of a board.
 * @param {Pick<import('../answers.js').BoardJson, 'topology'|'shape'|'adjacency'|'layout'>} board
 * @returns {Shape}
 */
export function shapeOf(board) {
  const { topology, shape: [rows, columns] } = board;
  if (topology === 'graph') return new Graph(board);
  const Kind = layoutCalled(topology);
  if (!Kind) throw new Error(`no layout is called ${topology}`);
  return new Kind(rows, columns);
}
