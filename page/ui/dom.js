/** Small helpers for elements of the document. */

/** What an element may hold; what is not there is left out. @typedef {Node|string|null|undefined|false} Part */
/** @typedef {{[Kind in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Kind]) => unknown}} Listeners */

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown> & {on?: Listeners}} [properties] `dataset` is merged, `on` adds listeners by event name, `style`
 *   sets custom properties, names with a dash become attributes, and all others are assigned
 * @param {...Part} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) assign(node, name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** @param {HTMLElement} node @param {string} name @param {unknown} value what its property takes */
function assign(node, name, value) {
  if (value === undefined || value === null) return;
  if (name === 'dataset') Object.assign(node.dataset, value);
  else if (name === 'on') Object.entries(value).forEach(([kind, listener]) => node.addEventListener(kind, /** @type {EventListener} */ (listener)));
  else if (name === 'style') Object.entries(value).forEach(([key, text]) => node.style.setProperty(key, text));
  else if (name.includes('-')) node.setAttribute(name, String(value));
  else Object.assign(node, { [name]: value });
}

/**
 * Shows or hides an element.
 * @param {HTMLElement} node @param {boolean} isShown
 */
export function show(node, isShown) {
  node.hidden = !isShown;
}

/** Brings a part to the top of the window, unless it begins in the upper half already. @param {HTMLElement} part */
export function bring(part) {
  const { top } = part.getBoundingClientRect();
  const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  if (top < bar || top > window.innerHeight / 2) part.scrollIntoView();
}

/** Whether keys typed in an element are text. @param {EventTarget|null} target */
export function takesText(target) {
  return target instanceof Element && target.closest('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]') !== null;
}
