/** A participant who took less than this share of the stated minutes cannot have done the study. */
export const minPlausibleDurationShare = 0.1;
/**
 * The least plausible number of seconds, whatever duration the study states: in less time, a person
 * can only open a page and click.
 */
export const minPlausibleSeconds = 5;

/**
 * Whether the measured median minutes are plausible compared with the stated minutes. A duration that is too short
 * points to an error in the study or the data, so no figure is shown for it.
 */
export const isPlausibleDuration = (measuredMinutes: number, statedMinutes: number): boolean =>
  measuredMinutes >= Math.max(minPlausibleSeconds / 60, statedMinutes * minPlausibleDurationShare);
