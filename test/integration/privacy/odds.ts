/**
 * Returns the largest number of right guesses that chance explains, if an observer assigns each of
 * `among` participations to one of `crowd` people. More right guesses happen less than once in 10^9
 * tries; the probability must be so small because the test tries thousands of joins.
 */
export function mostGuessesByChance(among: number, crowd: number): number {
  const p = 1 / crowd;
  let probability = (1 - p) ** among;
  let atMost = probability;
  for (let k = 0; k < among; k++) {
    if (1 - atMost < 1e-9) return k;
    probability *= ((among - k) / (k + 1)) * (p / (1 - p));
    atMost += probability;
  }
  return among;
}
