/** What a layout says of its cells. `shapes.js` has the layouts. */

/** What a cell looks like. */
export interface Form {
  width: number;
  height: number;
  /** How far it stands out of the cell's box on each side; below 0 it is smaller. */
  overhang: number;
  /** From the middle, in halves of width and height; null for a rectangle. */
  corners: number[][] | null;
  /** How far its corners lie beyond width and height on each side. */
  bleed?: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A ghost is a torus cell drawn again beyond its edge. */
export type Visit = (index: number, x: number, y: number, ghost: boolean) => void;

export interface Shape {
  kind: string;
  /** Whether the cells lie in rows and columns. If not, all are in one row, and `step` moves the cursor. */
  hasRows: boolean;
  step?(index: number, step: string): number;
  rows: number;
  columns: number;
  /** The number of cells. */
  size: number;
  /** What is drawn of them. */
  drawing: { rows: number; columns: number };
  /** The size of the whole drawing. */
  width: number;
  height: number;
  /** The height of one cell's box. */
  tileHeight: number;
  /** From one row to the next. */
  pitch: number;
  /** The forms of its cells. */
  forms: Form[];
  /** The largest of the forms. */
  overhang: number;
  /** Whether opposite edges meet; some cells are then drawn twice. */
  wraps: boolean;
  /** 2 where rows are shifted by half a cell, else 1. */
  halves: number;
  /** The most neighbours of a cell. */
  most: number;
  /** The form of a cell. */
  form(index: number): Form;
  /** The top left corner of a cell's box. */
  corner(index: number): { x: number; y: number };
  /** The cell at a point, -1 outside the board. */
  at(x: number, y: number): number;
  neighbours(index: number): number[];
  /** The rows and columns, as drawn, whose cells may meet a box; the last row and column are not included. */
  range(box: Box): Box;
  /** Calls back for every cell in that range. */
  visit(box: Box, visit: Visit): void;
}
