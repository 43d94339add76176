/**
 * The highest number of values that one event names, and the greatest depth at which a record is
 * searched for such values.
 */
const most = 20;
const mostLevels = 20;
type Named = [name: string, what: string];

/** @param text the value as JSON */
function notNumbersIn(value: unknown, text: string): readonly Named[] {
  // JSON writes NaN and infinite numbers as null. A record without null, as most are, therefore
  // needs no search.
  if (!text.includes('null')) return [];
  const found: Named[] = [];
  const look = (inner: unknown, path: readonly string[]): void => {
    if (found.length >= most) return;
    if (typeof inner === 'number') {
      if (!Number.isFinite(inner)) found.push([path.join('.'), String(inner)]);
    } else if (
      typeof inner === 'object' &&
      inner &&
      path.length < mostLevels &&
      !('toJSON' in inner)
    )
      for (const [name, one] of Object.entries(inner)) look(one, [...path, name]);
  };
  look(value, []);
  return found;
}

/**
 * Reports which values of records were NaN or infinite. JSON has neither, so the record contains
 * null there, as it does for a missing value.
 */
export class NonFiniteNumbers {
  /**
   * For each trial: the values that were last reported, as JSON. If the trial changes but these
   * values do not, they are not reported again.
   */
  private readonly told = new Map<number, string>();

  /**
   * Returns the data of an event that is sent right after the record; undefined if there is nothing
   * to report.
   * @param text the record's value as JSON
   * @param trial the position of the trial
   * @param isChanged whether the trial was changed after its end
   */
  eventOf(value: unknown, text: string, trial?: number, isChanged = false): string | undefined {
    const values = notNumbersIn(value, text);
    if (values.length === 0) return undefined;
    const named = JSON.stringify(values);
    if (trial !== undefined) {
      if (this.told.get(trial) === named) return undefined;
      this.told.set(trial, named);
    }
    return JSON.stringify({ type: 'not_a_number', ...(isChanged && { trial }), values });
  }
}
