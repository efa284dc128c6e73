/** The engine counts rows and columns from 0, people from 1: sentences are turned as they come in. */

/**
 * A sentence with its rows and columns counted from 1.
 * @param {string} sentence such as "row 5, columns 7 and 8 are safe"
 */
export function fromOne(sentence) {
  const counted = sentence.replace(/\b(?:rows?|columns?) \d+(?:(?:, | and | to )\d+\b(?! mines?\b))*/g, (place) =>
    place.replace(/\d+/g, (number) => String(Number(number) + 1)),
  );
  return counted.replaceAll(' (0-based)', '');
}

/** The same for an answer and all that it holds. @param {any} answer */
export function sentencesFromOne(answer) {
  if (Array.isArray(answer)) return answer.map(sentencesFromOne);
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, name === 'sentence' && value ? fromOne(value) : nested(name, value)]),
  );
}

/** Only what may hold sentences is gone through. */
const nested = (name, value) => (name === 'more_hints' || name === 'moves' ? sentencesFromOne(value) : value);
