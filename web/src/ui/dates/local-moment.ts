import { serverNow } from '../../lib/http/server-clock';
const two = (n: number) => String(n).padStart(2, '0');
const dayOf = (d: Date) => `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;

/** Today's date in the browser's time zone. */
export const localDay = (now = new Date(serverNow())) => dayOf(now);

/** Writes a time as a field shows it: by the person's own clock, as `2026-11-21 14:30`. */
export function toLocalMoment(instant: string | null | undefined): string {
  if (!instant) return '';
  const d = new Date(instant);
  return `${dayOf(d)} ${two(d.getHours())}:${two(d.getMinutes())}`;
}

/**
 * The accepted forms of a typed time: ISO 8601, and the form that is usual in German. A form such
 * as 1/2/2026 is not accepted, since it means different days in different countries.
 */
const forms = [
  /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)[T ]+(?<hour>\d\d?):(?<minute>\d\d)$/,
  /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4}),? +(?<hour>\d\d?):(?<minute>\d\d)$/,
];

/**
 * Returns the instant, in UTC, of a typed time. Null if the text is empty or incomplete, or if the
 * calendar has no such day. A time that the clocks skip in spring counts as one hour later.
 */
export function fromLocalMoment(typed: string): string | null {
  const found = forms.map((form) => form.exec(typed.trim())?.groups).find(Boolean);
  if (!found) return null;
  const part = (name: string) => Number(found[name]);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  if (part('hour') > 23 || part('minute') > 59) return null;
  const d = new Date(year, month - 1, day, part('hour'), part('minute'));
  return d.getFullYear() === year && d.getMonth() === month - 1 && d.getDate() === day
    ? d.toISOString()
    : null;
}
