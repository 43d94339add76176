/**
 * The point of the curve at which a forecast begins: the time in seconds since 1970, and the number
 * of taken spots.
 */
export interface ForecastStart {
  at: number;
  taken: number;
}

/**
 * Calculates the corners, in drawing order, of the band around a forecast. The band shows how far
 * the forecast may be wrong by chance: a number of people varies by about its square root.
 * @param came the number of people from whom the rate was computed
 * @returns null if too few people came for a band
 */
export function forecastBand(
  { at, taken }: ForecastStart,
  capacity: number,
  fullAt: number,
  came: number,
): ForecastStart[] | null {
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
