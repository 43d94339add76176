/** A place on the curve: seconds since 1970, and spots. */
export interface Spot {
  at: number;
  taken: number;
}

/**
 * Where a forecast lies, give or take chance: of `came` people in a time, as many as the square root of
 * that more or fewer would have been no surprise. Its corners in the order in which they are drawn.
 * @param came people that the rate rests on
 * @returns null where so few came that anything may follow
 */
export function bandOf(
  { at, taken }: Spot,
  capacity: number,
  fullAt: number,
  came: number,
): Spot[] | null {
  if (fullAt <= at || capacity <= taken || came < 2) return null;
  const slope = (capacity - taken) / (fullAt - at);
  const chance = 1 / Math.sqrt(came);
  const early = at + (capacity - taken) / (slope * (1 + chance));
  const low = taken + slope * (1 - chance) * (fullAt - at);
  return [
    { at, taken },
    { at: early, taken: capacity },
    { at: fullAt, taken: capacity },
    { at: fullAt, taken: low },
  ];
}
