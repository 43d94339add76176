import { createLog, type Logger } from '../../../server/platform/observability/log';

/** The captured log of a program, with its other console output. */
export interface CapturedLog {
  log: Logger;
  lines: string[];
  of(message: string): Record<string, unknown>[];
}

export function captureLog(level: string, program: string): CapturedLog {
  const lines: string[] = [];
  const log = createLog(level, program, { write: (line: string) => void lines.push(line) });
  return {
    log,
    lines,
    of: (message) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line.msg === message),
  };
}

/** Lists the forms in which a text may appear: in bytes, a URL, a JSON string or a Basic header. */
export function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  // The base64 form of a text depends on the offset of the text, so a text has three forms. Leaves
  // out the characters at both ends, because they also depend on the neighbouring bytes.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : shift + 1, -1),
  );
  const escaped = [...text]
    .map((c) =>
      (c.codePointAt(0) ?? 0) > 126
        ? `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
        : c,
    )
    .join('');
  return [
    ...new Set([
      text,
      escaped,
      encodeURIComponent(text),
      bytes.toString('hex'),
      ...base64,
      ...base64.map((b) => b.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ].map((s) => s.toLowerCase());
}
