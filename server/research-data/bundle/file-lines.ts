import { createReadStream } from 'node:fs';

export interface FileLine {
  readonly text: string;
  /** The line's number, from 1. */
  readonly number: number;
  /** The length of the line in bytes, including its line end; `end`: where the next line begins. */
  readonly length: number;
  readonly end: number;
}

export type LineFault = 'too_long' | 'cut_short';

/**
 * Reads lines of UTF-8, each with a line end. Offsets are in bytes, so that the lines of a run can
 * be found again.
 * @param most returns the longest allowed length of the next line in bytes; a longer line is not
 * read to its end
 * @param wrong creates the error for a line that is too long, or has no line end
 */
export async function* linesOf(
  path: string,
  most: () => number,
  wrong: (fault: LineFault, number: number) => Error,
): AsyncGenerator<FileLine> {
  let rest: Buffer[] = [];
  let restLength = 0;
  let end = 0;
  let number = 1;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      if (restLength + at - from > most()) throw wrong('too_long', number);
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]);
      rest = [];
      restLength = 0;
      end += line.length + 1;
      from = at + 1;
      yield { text: line.toString('utf8'), number, length: line.length + 1, end };
      number += 1;
    }
    restLength += chunk.length - from;
    if (restLength > most()) throw wrong('too_long', number);
    if (chunk.length > from) rest.push(chunk.subarray(from));
  }
  // A file that does not end with a line end was cut short.
  if (restLength > 0) throw wrong('cut_short', number);
}
