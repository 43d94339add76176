import { randomBytes } from 'node:crypto';

/**
 * Makes a trial like those of jsPsych: most keys are the same in each trial, and the values differ.
 * @param {number} n @param {number} bytes of its JSON
 */
export function makeTrial(n, bytes) {
  const said = {
    rt: 300 + (n % 700),
    stimulus: `img/face-${n % 40}.png`,
    response: n % 2 ? 'f' : 'j',
    trial_type: 'image-keyboard-response',
    trial_index: n,
    time_elapsed: 1_000 * n,
    correct: n % 3 === 0,
    frames: '',
  };
  const { length } = JSON.stringify(said);
  // Random data in each trial, like the samples of a movement.
  said.frames = randomBytes(bytes)
    .toString('base64')
    .slice(0, bytes - length);
  return JSON.stringify(said);
}
