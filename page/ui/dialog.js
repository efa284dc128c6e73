/**
 * Dialogs. Escape or a click outside closes one, and the focus returns to where it was. So does a change of the address, such as
 * the way back: the view that opened it may no longer be there.
 */

import { mountAnnouncer } from './announce.js';
import { element } from './dom.js';
import { iconButton } from './controls.js';

/**
 * @param {string} title @param {Node[]} content @param {Node[]} actions buttons at the foot
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, actions) {
  const heading = element('h2', { textContent: title, id: `dialog-${(count += 1)}` });
  const close = iconButton('Close', 'close', () => dialog.close());
  const leave = () => dialog.close();
  const onClose = () => {
    window.removeEventListener('hashchange', leave);
    mountAnnouncer();
    dialog.remove();
  };
  const dialog = element(
    'dialog',
    { className: 'dialog', 'aria-labelledby': heading.id, on: { close: onClose } },
    element('header', {}, heading, close),
    element('div', { className: 'dialog-body' }, ...content),
    element('footer', {}, ...actions),
  );
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close();
  });
  window.addEventListener('hashchange', leave);
  document.body.append(dialog);
  mountAnnouncer(dialog);
  dialog.showModal();
  const first = dialog.querySelector('.dialog-body :is(button, input, select, textarea)') ?? actions[0];
  if (first instanceof HTMLElement) first.focus();
  return dialog;
}

let count = 0;
