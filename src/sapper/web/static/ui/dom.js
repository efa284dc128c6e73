/** Small helpers for the document. */

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] `dataset` and `on` (listeners by name) are merged, `style` sets custom
 *   properties, names with a dash become attributes, the rest is assigned
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) assign(made, name, value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function assign(made, name, value) {
  if (value === undefined || value === null) return;
  if (name === 'dataset') Object.assign(made.dataset, value);
  else if (name === 'on') Object.entries(value).forEach(([kind, listener]) => made.addEventListener(kind, listener));
  else if (name === 'style') Object.entries(value).forEach(([key, text]) => made.style.setProperty(key, text));
  else if (name.includes('-')) made.setAttribute(name, value);
  else made[name] = value;
}

/**
 * Shows or hides.
 * @param {HTMLElement} node @param {boolean} shown
 */
export function show(node, shown) {
  node.hidden = !shown;
}

/**
 * A listener that can be taken back.
 * @param {EventTarget} target @param {string} kind @param {(event: any) => void} listener
 * @returns {() => void}
 */
export function listen(target, kind, listener) {
  target.addEventListener(kind, listener);
  return () => target.removeEventListener(kind, listener);
}

/** Whether keys typed there are text. @param {EventTarget|null} target */
export function takesText(target) {
  return target instanceof Element && target.closest('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]') !== null;
}

/** What a box has above and below its content. @param {HTMLElement} node */
export const paddingOf = (node) => 2 * parseFloat(getComputedStyle(node).paddingTop);

/** The height that a line of text keeps for itself, with the margin above it, in CSS pixels. @param {HTMLElement} node */
export function keptHeight(node) {
  const { minHeight, marginTop } = getComputedStyle(node);
  return parseFloat(minHeight) + parseFloat(marginTop);
}

/**
 * Tells the style sheets how far a sentence reaches below the stage it stands in, for pages that have room further down.
 * @param {HTMLElement} stage @param {HTMLElement} sentence
 */
export function tellExcess(stage, sentence) {
  const observer = new ResizeObserver(() => {
    const excess = sentence.getBoundingClientRect().bottom - stage.getBoundingClientRect().bottom;
    stage.parentElement?.style.setProperty('--excess', `${Math.max(0, Math.ceil(excess))}px`);
  });
  observer.observe(sentence);
  observer.observe(stage);
}
