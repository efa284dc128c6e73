/** Stands where the engine in the browser lacks what a view needs. */

import { pageHead } from './controls.js';
import { element } from './dom.js';

/** The reason, in one sentence. @param {string} what */
export const needsServer = (what) => `${what} needs Sapper on your own machine, started with “sapper serve”.`;

/** A view that says so. @param {string} label what the view is called */
export const absentView = (label) =>
  class {
    root = element('div', { className: 'view page' }, pageHead(label, needsServer(label)));

    enter() {}

    leave() {}
  };
