/** Drawings made of SVG elements. */

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string|number>} [attributes] @param {...(Node|string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Strokes of the icons, each 24 by 24. @type {Record<string, string>} */
const PATHS = {
  mine: 'M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10',
  hint: 'M9.5 17.5h5M10 20.5h4M12 3.5a6 6 0 0 0-3.6 10.8c.8.6 1.1 1.3 1.1 2.2v1h5v-1c0-.9.3-1.6 1.1-2.2A6 6 0 0 0 12 3.5',
  move: 'M5 12h13M13 7l5 5l-5 5',
  run: 'M4 6l7 6l-7 6zM13 6l7 6l-7 6z',
  guess: 'M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  play: 'M7 4.5l12 7.5l-12 7.5z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M6 6h12v12H6z',
  flag: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  again: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 14',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  save: 'M12 4v11M7.5 11l4.5 4.5l4.5-4.5M5 20h14',
  open: 'M12 20V9M7.5 13l4.5-4.5l4.5 4.5M5 4h14',
  eye: 'M2.5 12S6 5.5 12 5.5S21.5 12 21.5 12S18 18.5 12 18.5S2.5 12 2.5 12M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5',
  review: 'M4 19h16M6 16l4-5l3 3l5-8',
  analyse: 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7',
  first: 'M6 5v14M18 5l-8 7l8 7z',
  back: 'M15 5l-8 7l8 7',
  forward: 'M9 5l8 7l-8 7',
  last: 'M18 5v14M6 5l8 7l-8 7z',
};

/** @param {string} name a name in PATHS */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}
