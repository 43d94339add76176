import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BundleRecord, bundleLimits, BundleRun } from '../../../contracts/bundle';
import { limits } from '../../../contracts/base/limits';
import { firstHead, nextHead } from '../../runtime/records/frames.rule';
import { bundleInvalid } from './bundle-invalid';
import { shaped } from './shaped';

/** A run of a file, and where in it the lines of its records stand. */
export interface IndexedRun {
  readonly id: string;
  readonly run: BundleRun;
  readonly first_byte: number;
  readonly bytes: number;
}

interface Open {
  readonly run: BundleRun;
  readonly first_byte: number;
  bytes: number;
  records: number;
  seq: number;
  head: Buffer;
}

/**
 * Reads the runs of a file line by line: each has as many records as its first line says, in their
 * order, with the hash that it says.
 * @param path where the file lies; @param name its name in the bundle; @param most runs of it
 * @throws DomainError bundle_invalid
 */
export async function indexRuns(
  path: string,
  name: string,
  most: number = bundleLimits.runs,
): Promise<IndexedRun[]> {
  const runs: IndexedRun[] = [];
  let open: Open | undefined;
  const close = () => {
    if (!open) return;
    const { run, records, head, first_byte, bytes } = open;
    if (records !== run.records || head.toString('hex') !== run.head)
      throw bundleInvalid(name, 'bundle_run_differs');
    runs.push({ id: randomUUID(), run, first_byte, bytes });
  };
  for await (const { text, end, length } of linesOf(path, name)) {
    const value = parsed(text, name);
    if (open && open.records < open.run.records) {
      const record = BundleRecord.safeParse(value);
      if (!record.success || record.data.seq <= open.seq)
        throw bundleInvalid(name, 'bundle_malformed');
      const { seq, kind, data } = record.data;
      open.seq = seq;
      open.records += 1;
      open.bytes += length;
      open.head = nextHead(open.head, { kind, data: Buffer.from(data) });
      continue;
    }
    close();
    if (runs.length >= most) throw bundleInvalid('', 'bundle_too_many_runs');
    const run = shaped(BundleRun, value);
    if (!run?.success) throw bundleInvalid(name, 'bundle_malformed');
    open = { run: run.data, first_byte: end, bytes: 0, records: 0, seq: 0, head: firstHead };
  }
  close();
  return runs;
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bundleInvalid(name, 'bundle_malformed');
  }
}

interface Line {
  readonly text: string;
  /** Of the line with its end, in bytes; and the place of the byte behind it. */
  readonly length: number;
  readonly end: number;
}
/** Joined results of a run may be as long as all of the run; JSON doubles what it must escape. */
const longest = 6 * limits.runBytes;

/** Lines of UTF-8, each with an end; places are bytes, so that a run is found again. */
async function* linesOf(path: string, name: string): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let restLength = 0;
  let end = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]);
      rest = [];
      restLength = 0;
      end += line.length + 1;
      from = at + 1;
      yield { text: line.toString('utf8'), length: line.length + 1, end };
    }
    const left = chunk.subarray(from);
    restLength += left.length;
    if (restLength > longest) throw bundleInvalid(name, 'bundle_malformed');
    if (left.length > 0) rest.push(left);
  }
  // Without a last line end the file was cut short.
  if (restLength > 0) throw bundleInvalid(name, 'bundle_malformed');
}

/** @throws DomainError bundle_invalid where there are too many runs, or one twice */
export function eachRunOnce(runs: readonly { name: string; of: IndexedRun }[]): void {
  if (runs.length > bundleLimits.runs) throw bundleInvalid('', 'bundle_too_many_runs');
  const seen = new Set<string>();
  for (const { name, of } of runs) {
    const key = `${of.run.participant} ${of.run.session} ${of.run.attempt}`;
    if (seen.has(key)) throw bundleInvalid(name, 'bundle_malformed');
    seen.add(key);
  }
}
