/** A calendar file, parsed according to RFC 5545: properties without their parameters. */
export interface Calendar {
  method: string | undefined;
  events: Record<string, string>[];
}

/**
 * Parses a calendar file.
 * @throws Error if a line does not end with CRLF, is longer than 75 octets, or is not a property,
 * or if a component is not closed
 */
export function readIcs(ics: string): Calendar {
  const physical = ics.split('\r\n');
  if (physical.pop() !== '' || /(?<!\r)\n|\r(?!\n)/.test(ics)) throw new Error('no CRLF');
  const long = physical.find((line) => Buffer.byteLength(line) > 75);
  if (long !== undefined) throw new Error(`longer than 75 octets: ${long}`);
  const open: string[] = [];
  const read: Calendar = { method: undefined, events: [] };
  for (const line of physical.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name, value] = /^([A-Z-]+)(?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*:(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no property: ${line}`);
    if (name === 'BEGIN') {
      open.push(value);
      if (value === 'VEVENT') read.events.push({});
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`not open: ${value}`);
    } else if (open.at(-1) === 'VEVENT') Object.assign(read.events.at(-1) ?? {}, { [name]: value });
    else if (name === 'METHOD') read.method = value;
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join()}`);
  return read;
}
