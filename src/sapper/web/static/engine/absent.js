/** What an engine in the browser may lack, in words. */

/** Abilities by their names: the request, or the program, that each needs, and the beginning of the sentence if it is not there. @type {Record<string, [string, string]>} */
const ABILITIES = {
  own: ['sapper serve', 'Strategies in Python, and runs on several machines, need'],
  write: ['POST /api/write', 'Saving a position as a file needs'],
  read: ['POST /api/read', 'Reading a file, a text or a picture needs'],
};

const NAMES = Object.fromEntries(Object.entries(ABILITIES).map(([name, [request]]) => [request, name]));

/** The ability that a request belongs to. @param {string} request @returns {string|undefined} */
export const abilityOf = (request) => NAMES[request];

/**
 * A sentence for people about an ability that the engine does not have; null if it has it.
 * @param {string|undefined} ability @param {string[]|undefined} answers the requests that the engine answers; all, if it does not say
 */
export function absence(ability, answers) {
  if (!ability || !answers) return null;
  const [request, words] = ABILITIES[ability];
  return answers.includes(request) ? null : `${words} Sapper on your own machine, started with “sapper serve”.`;
}
