/**
 * An observer assigns each of `among` participations to one of `crowd` people. Returns the largest
 * number of right guesses that chance explains: more right guesses happen by chance less than once
 * in 10^9 tries. The probability must be so small because the test tries thousands of joins.
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
