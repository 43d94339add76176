const colours = [
  { name: 'red', key: 'r' },
  { name: 'green', key: 'g' },
  { name: 'blue', key: 'b' },
  { name: 'orange', key: 'o' },
] as const;

/**
 * Generates numbers from 0 to 1. The same seed always gives the same numbers (a linear congruential
 * generator).
 */
function numbersOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/**
 * Makes the records of a simulated participant: data of trials as jsPsych 8 writes them. The same
 * participant number always gives the same data. Incongruent words take longer, and are answered wrongly more often.
 */
export function simulatedTrials(participant: number): object[] {
  const next = numbersOf(participant + 1);
  const normal = () => Math.sqrt(-2 * Math.log(next() || 0.5)) * Math.cos(2 * Math.PI * next());
  const words = colours.flatMap((word) => colours.map((colour) => ({ word, colour })));
  for (let i = words.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    const [a, b] = [words[i], words[j]];
    if (a && b) [words[i], words[j]] = [b, a];
  }
  const own = 40 * normal();
  let elapsed = Math.round(3_000 + 2_000 * next());
  const made = (rt: number, data: object) => {
    elapsed += rt + 250;
    return { rt, ...data, trial_type: 'html-keyboard-response', time_elapsed: elapsed };
  };
  return [
    made(elapsed, { response: ' ', part: 'instructions', trial_index: 0 }),
    ...words.map(({ word, colour }, i) => {
      const congruent = word === colour;
      const rt = Math.max(280, Math.round((congruent ? 640 : 745) + own + 95 * normal()));
      const isRight = next() > (congruent ? 0.02 : 0.09);
      const response = isRight ? colour.key : word.key === colour.key ? 'r' : word.key;
      return made(rt, {
        response,
        part: 'word',
        word: word.name,
        colour: colour.name,
        congruent,
        trial_index: i + 1,
        correct: response === colour.key,
      });
    }),
  ];
}
