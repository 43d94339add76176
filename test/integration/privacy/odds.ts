/**
 * The highest number of right guesses among `among` participations that chance still explains, if
 * one of `crowd` people is guessed for each. More would happen by chance once in 10^9 tries; the
 * threshold is that high because thousands of joins are tried.
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
