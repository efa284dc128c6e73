/** Boards of any graph. Their cells are polygons, whose corners come with the board. */

/** @import { Box, Form, Shape, Visit } from './shape.js' */
/** @typedef {[x: number, y: number]} Point */
/** A cell: its middle, its corners, and the room around its middle. @typedef {{middle: Point, corners: Point[], reach: number}} Polygon */

/** How far the direction to a cell may differ from the direction of a key. The cell has to be more forwards than sideways. @type {Record<string, Point>} */
const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1], pageUp: [0, -1], pageDown: [0, 1] };
const MARGIN = 0.1; // around the drawing, in widths of a cell

/** @implements {Shape} */
export class Graph {
  kind = 'graph';
  hasRows = false;
  rows = 1;
  tileHeight = 1;
  pitch = 1;
  wraps = false;
  halves = 1;

  /** @param {{adjacency?: number[][], layout?: number[][][]}} board */
  constructor({ adjacency = [], layout = [] }) {
    this.adjacency = adjacency;
    this.columns = this.size = adjacency.length;
    this.drawing = { rows: 1, columns: this.size };
    this.most = Math.max(0, ...adjacency.map(({ length }) => length));
    const raw = layout.map((corners) => polygonOf(/** @type {Point[]} */ (corners)));
    const unit = 2 * middleOf(raw.map(({ reach }) => reach)); // the usual cell has room for a circle one cell wide
    const [left, top] = [0, 1].map((at) => Math.min(...raw.flatMap(({ corners }) => corners.map((corner) => corner[at]))));
    const place = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([(x - left) / unit + MARGIN, (y - top) / unit + MARGIN]);
    /** @type {Polygon[]} */
    this.polygons = raw.map(({ middle, corners, reach }) => ({ middle: place(middle), corners: corners.map(place), reach: reach / unit }));
    const all = this.polygons.flatMap(({ corners }) => corners);
    this.width = Math.max(...all.map(([x]) => x)) + MARGIN;
    this.height = Math.max(...all.map(([, y]) => y)) + MARGIN;
    const forms = new Map();
    /** @type {Form[]} */
    this.own = this.polygons.map((polygon) => {
      const form = formOf(polygon);
      const key = JSON.stringify(form, (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value));
      return forms.get(key) ?? (forms.set(key, form), form);
    });
    this.forms = [...forms.values()];
    this.overhang = Math.max(...this.forms.map(({ overhang, bleed = 0 }) => overhang + bleed));
  }

  /** @param {number} index */
  form(index) {
    return this.own[index];
  }

  /** @param {number} index */
  corner(index) {
    const [x, y] = this.polygons[index].middle;
    return { x: x - 0.5, y: y - 0.5 };
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.polygons.findIndex(({ corners }) => isInside(corners, x, y));
  }

  /** @param {number} index */
  neighbours(index) {
    return [...this.adjacency[index]];
  }

  /** @param {Box} _box */
  range(_box) {
    return { left: 0, top: 0, right: this.columns, bottom: 1 };
  }

  /** @param {Box} box @param {Visit} visit */
  visit({ left, top, right, bottom }, visit) {
    for (let cell = 0; cell < this.size; cell++) {
      const { x, y } = this.corner(cell);
      const reach = this.overhang;
      if (x - reach < right && x + 1 + reach > left && y - reach < bottom && y + 1 + reach > top) visit(cell, x, y, false);
    }
  }

  /** The cell after a step of the cursor: the nearest one in that direction. @param {number} cell @param {string} step */
  step(cell, step) {
    if (step === 'rowStart') return 0;
    if (step === 'rowEnd') return this.size - 1;
    const [right, down] = DIRECTIONS[step];
    const [x, y] = this.polygons[cell].middle;
    let [best, least] = [cell, Infinity];
    this.polygons.forEach(({ middle: [toX, toY] }, other) => {
      const ahead = (toX - x) * right + (toY - y) * down;
      const aside = Math.abs((toX - x) * down + (toY - y) * right);
      if (ahead <= 1e-6 || aside > ahead + 1e-6) return;
      const far = ahead + 2 * aside;
      if (far < least) [best, least] = [other, far];
    });
    return best;
  }
}

/** @param {Point[]} corners @returns {Polygon} */
function polygonOf(corners) {
  const edges = corners.map((corner, i) => /** @type {[Point, Point]} */ ([corner, corners[(i + 1) % corners.length]]));
  const cross = edges.map(([[x, y], [toX, toY]]) => x * toY - toX * y);
  const area = cross.reduce((sum, each) => sum + each, 0) || 1;
  const mean = (/** @type {0|1} */ at) => edges.reduce((sum, [from, to], i) => sum + (from[at] + to[at]) * cross[i], 0) / (3 * area);
  /** @type {Point} */
  const middle = [mean(0), mean(1)];
  return { middle, corners, reach: Math.min(...edges.map(([from, to]) => distance(middle, from, to))) };
}

/** The distance of a point from the line through two others. @param {Point} point @param {Point} from @param {Point} to */
function distance([x, y], [fromX, fromY], [toX, toY]) {
  const [right, down] = [toX - fromX, toY - fromY];
  return Math.abs(right * (y - fromY) - down * (x - fromX)) / (Math.hypot(right, down) || 1);
}

/** The form of a cell: a box as large as the circle around its middle, beyond which the corners lie. @param {Polygon} polygon @returns {Form} */
function formOf({ middle: [x, y], corners, reach }) {
  const relative = corners.map(([cornerX, cornerY]) => [(cornerX - x) / reach, (cornerY - y) / reach]);
  const farthest = Math.max(1, ...relative.flat().map(Math.abs));
  return { width: 2 * reach, height: 2 * reach, overhang: reach - 0.5, bleed: (farthest - 1) * reach, corners: relative };
}

/** The median. @param {number[]} values */
const middleOf = (values) => [...values].sort((one, other) => one - other)[values.length >> 1];

/** @param {Point[]} corners @param {number} x @param {number} y */
function isInside(corners, x, y) {
  let inside = false;
  corners.forEach(([fromX, fromY], i) => {
    const [toX, toY] = corners[(i + 1) % corners.length];
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) inside = !inside;
  });
  return inside;
}
