/** Makes the browser save or open a calendar file (RFC 5545). */
export function downloadCalendarFile({ name, ics }: { name: string; ics: string }): void {
  const url = URL.createObjectURL(new Blob([ics], { type: 'text/calendar' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
