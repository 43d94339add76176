const two = (n: number) => String(n).padStart(2, '0');

/**
 * For `<input type="datetime-local">`: an instant in the visitor's time zone, `2026-11-21T14:30`.
 */
export function toLocalInput(instant: string | null | undefined): string {
  if (!instant) return '';
  const d = new Date(instant);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** The instant in UTC of such an input's value; null when it is empty or incomplete. */
export function fromLocalInput(value: string): string | null {
  const d = new Date(value);
  return /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(d.getTime())
    ? d.toISOString()
    : null;
}
