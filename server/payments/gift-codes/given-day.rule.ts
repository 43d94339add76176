/**
 * Parses a day in a cell: `2027-12-31`, or `31.12.2027`, the form into which German spreadsheets
 * convert it. Slashes are refused, since day and month would be ambiguous.
 * @returns `YYYY-MM-DD`, or null if the text is not a day
 */
export function parseDayCell(cell: string): string | null {
  const text = cell.trim();
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const iso = dotted
    ? `${dotted[3]}-${dotted[2]?.padStart(2, '0')}-${dotted[1]?.padStart(2, '0')}`
    : text;
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(iso)) return null;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}
