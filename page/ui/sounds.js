/** Short sounds, made while they are played. */

/** Each sound is a row of tones: hertz, and seconds after the start. @type {Record<string, Array<[number, number]>>} */
const SOUNDS = {
  open: [[520, 0]],
  opening: [[520, 0], [660, 0.05]],
  flag: [[330, 0]],
  won: [[523, 0], [659, 0.11], [784, 0.22], [1047, 0.33]],
  lost: [[220, 0], [165, 0.14], [110, 0.28]],
};
const LENGTH = 0.16; // seconds of a tone
const LOUDNESS = 0.12;

/** @type {AudioContext|null} */
let audio = null;

/** @param {'open'|'opening'|'flag'|'won'|'lost'} name */
export function play(name) {
  if (!navigator.userActivation?.hasBeenActive) return; // until then browsers allow no sound
  audio ??= new AudioContext();
  for (const [pitch, after] of SOUNDS[name]) tone(audio, pitch, audio.currentTime + after);
}

/** @param {AudioContext} context @param {number} pitch in hertz @param {number} start in seconds of the context */
function tone(context, pitch, start) {
  const source = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + LENGTH);
}
