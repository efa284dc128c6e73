/** What an engine in the browser may lack, in words. */

/** What each request is for. @type {Record<string, string>} */
const WANTED = {
  hint: 'Hints need',
  review: 'Reviews need',
  report: 'Reports need',
  add: 'Reports on files need',
  puzzles: 'Puzzles from your games need',
  'GET /api/runs': 'Simulations need',
  'GET /api/formats': 'Saving as a file needs',
  'POST /api/read': 'Reading a file or a text needs',
  'GET /api/archive': 'Exporting games needs',
  'POST /api/archive': 'Importing games needs',
};

/**
 * A sentence for people about a request that the engine does not answer. Null if it answers, or nobody asks for it by name.
 * @param {string} request @param {string[]|undefined} answers the requests that it answers; all, if it does not say
 */
export function absence(request, answers) {
  const wanted = WANTED[request];
  return wanted && answers && !answers.includes(request) ? `${wanted} Sapper on your own machine, started with “sapper serve”.` : null;
}
