/** Buttons, switches, sliders and other controls, each with its label and its listener. */

import { element } from './dom.js';
import { icon } from './svg.js';

// Listeners that read their own element are `() => void …`: what they return would else be a part of the element's type.

/** A control and the element that holds it with its label. @typedef {{root: HTMLElement, input: HTMLInputElement}} Control */
/** The same with choices. @typedef {{root: HTMLElement, input: HTMLSelectElement}} Choice */
/** @import { Part } from './dom.js' */
/** A name, and a text or a node. @typedef {[name: string, value: string|Node|null|undefined]} Fact */

/**
 * @param {string} label
 * @param {(event: MouseEvent) => void} press
 * @param {{icon?: string, className?: string, key?: HTMLElement, title?: string}} [options] `key` is shown beside the label
 * @returns {HTMLButtonElement}
 */
export function button(label, press, { icon: drawing, className = '', key, title } = {}) {
  return element(
    'button',
    { type: 'button', className: `button ${className}`, title: title ?? null, on: { click: press } },
    drawing && icon(drawing),
    element('span', { className: 'label', textContent: label }),
    key,
  );
}

/**
 * A button that shows only its icon.
 * @param {string} label @param {string} drawing @param {() => void} press
 */
export function iconButton(label, drawing, press) {
  return element('button', { type: 'button', className: 'button bare', title: label, 'aria-label': label, on: { click: press } }, icon(drawing));
}

/**
 * A switch.
 * @param {string} label @param {boolean} on @param {(on: boolean) => void} onChange @param {HTMLElement} [key] shown beside the label
 */
export function toggle(label, on, onChange, key) {
  const input = element('input', { type: 'checkbox', checked: on, role: 'switch', on: { change: () => void onChange(input.checked) } });
  const root = element(
    'label',
    { className: 'toggle' },
    input,
    element('span', { className: 'track', ariaHidden: 'true' }),
    element('span', { className: 'label', textContent: label }),
    key,
  );
  return { root, input };
}

/**
 * A row of buttons, one of which is chosen.
 * @param {string} label @param {string[][]} choices value, label and perhaps a title @param {string|null} choice
 * @param {(value: string) => void} onChange
 */
export function choiceButtons(label, choices, choice, onChange) {
  const buttons = choices.map(([value, text, title]) =>
    element('button', {
      type: 'button',
      textContent: text,
      title,
      'aria-pressed': String(value === choice),
      dataset: { value },
      on: { click: () => onChange(value) },
    }),
  );
  const root = element('div', { className: 'segmented', role: 'group', 'aria-label': label }, ...buttons);
  /** @param {string|null} value */
  const choose = (value) => buttons.forEach((one) => one.setAttribute('aria-pressed', String(one.dataset.value === value)));
  return { root, choose };
}

/**
 * @param {string} label @param {string[][]} choices value and label @param {string|null} choice @param {(value: string) => void} [onChange]
 */
export function select(label, choices, choice, onChange) {
  const input = element(
    'select',
    { on: { change: () => void onChange?.(input.value) } },
    ...choices.map(([value, text]) => element('option', { value, textContent: text, selected: value === choice })),
  );
  return { root: field(label, input), input };
}

/**
 * A whole number.
 * @param {string} label @param {number} value @param {{min: number, max: number}} bounds @param {(value: number) => void} [onChange]
 */
export function numberField(label, value, { min, max }, onChange) {
  const input = element('input', { type: 'number', value, min, max, required: true, inputMode: 'numeric', on: { input: () => void onChange?.(Number(input.value)) } });
  return { root: field(label, input), input };
}

const LARGEST_SEED = 2n ** 64n - 1n;

/**
 * A text field for a seed. It may be empty.
 * @param {string} value @param {(value: string) => void} [onChange]
 */
export function seedInput(value, onChange) {
  const check = () => {
    const seed = input.value.trim();
    const fine = seed === '' || (/^[0-9]{1,20}$/.test(seed) && BigInt(seed) <= LARGEST_SEED);
    input.setCustomValidity(fine ? '' : `A seed must be a whole number from 0 to ${LARGEST_SEED}.`);
    onChange?.(seed);
  };
  const input = element('input', { type: 'text', inputMode: 'numeric', value, on: { input: check } });
  return input;
}

/**
 * A slider with its value beside it.
 * @param {string} label @param {{min: number, max: number, step: number, value: number}} range
 * @param {(value: number) => string} text @param {(value: number) => void} onChange
 */
export function slider(label, { min, max, step, value }, text, onChange) {
  const output = element('span', { className: 'value', textContent: text(value), ariaHidden: 'true' });
  const input = element('input', {
    type: 'range',
    min,
    max,
    step,
    value,
    'aria-valuetext': text(value),
    on: {
      input: () => {
        const now = Number(input.value);
        output.textContent = text(now);
        input.setAttribute('aria-valuetext', text(now));
        onChange(now);
      },
    },
  });
  const root = element('label', { className: 'slider' }, element('span', { className: 'label', textContent: label }), output, input);
  return { root, input };
}

/** @param {string} label @param {HTMLElement} control */
export function field(label, control) {
  return element('label', { className: 'field' }, element('span', { className: 'label', textContent: label }), control);
}

/**
 * The head of a page of text and cards.
 * @param {string} title @param {string} [hint]
 */
export function pageHead(title, hint) {
  return element('header', { className: 'page-head' }, element('h1', { textContent: title }), hint && element('p', { className: 'hint', textContent: hint }));
}

/** A card on such a page. @param {string} title @param {...Part} children */
export function card(title, ...children) {
  return element('section', { className: 'card' }, element('h2', { textContent: title }), ...children);
}

/** A table that scrolls sideways where it is wide. @param {string} label @param {string[]} heads @param {HTMLElement[]} rows */
export function wideTable(label, heads, rows) {
  const columns = heads.map((text) => element('th', { scope: 'col', textContent: text }));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...columns)), element('tbody', {}, ...rows));
  return element('div', { className: 'wide-table', tabIndex: 0, role: 'region', 'aria-label': label }, table);
}

/** @param {string} title @param {...Part} children */
export function section(title, ...children) {
  return element('section', { className: 'section' }, element('h2', { textContent: title }), ...children);
}

/**
 * A list of names and values.
 * @param {Fact[]} facts those without a value are left out
 */
export function facts(facts) {
  const rows = facts.filter(([, value]) => value !== null && value !== undefined);
  return element('dl', { className: 'facts' }, ...rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}

/** The place for a view's sentence about its board. It takes the same room for every sentence, so that nothing moves. */
export const sentencePlace = () => element('p', { className: 'sentence', 'aria-live': 'polite' });
