import type { StoredObjectFault, ObjectsVerdict, ObjectsReport } from './verify-objects';

type Output = Pick<NodeJS.WritableStream, 'write'>;

const words: Record<StoredObjectFault, string> = {
  missing: 'missing: it is referred to, and not on disk',
  changed: 'changed: its bytes have another hash',
  stray: 'nobody’s: no row knows it',
  left: 'left over: bytes of an upload that has ended',
};
const count = (number: number, one: string) => `${number.toLocaleString('en')} ${one}`;
const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const everyMs = 5_000;

/** Prints faults as they are found, the progress of the verification, and a summary at the end. */
export function createObjectsReport(
  output: Output,
  progress: Output,
): ObjectsReport & { end(verdict: ObjectsVerdict): void } {
  let last = Date.now();
  return {
    fault: (kind, path) => void output.write(`${path} is ${words[kind]}\n`),
    unused: (sha256) =>
      void output.write(`${sha256} is unused: a day after it was stored, it is deleted\n`),
    progress(done, bytes) {
      if (Date.now() - last < everyMs) return;
      last = Date.now();
      progress.write(`${Math.round(done * 100)} %, ${inGigabytes(bytes)}\n`);
    },
    end: ({ contents, bytes, unused, arriving, faults }) =>
      void output.write(
        `${count(contents, 'contents')}, ${inGigabytes(bytes)}; ${count(unused, 'unused')}; ` +
          `${count(arriving, 'arriving')}; ${count(faults, 'faults')}\n`,
      ),
  };
}
