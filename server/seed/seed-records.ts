import { createHash } from 'node:crypto';
import type { SentRecord } from '../../contracts/runtime/runtime';

export type DemoRecord = Pick<SentRecord, 'kind' | 'data'>;
export const toJson = (value: object): string => JSON.stringify(value);

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Numbers the records of a run in the demo and computes their hashes, as a participant's browser
 * does before it sends records.
 */
export class DemoRecordSequence {
  private stored = 0;
  private head: Buffer = Buffer.alloc(32);

  sent(made: readonly DemoRecord[]): SentRecord[] {
    return made.map(({ kind, data }) => {
      const hash = sha256(data);
      this.head = sha256(this.head, hash);
      this.stored += 1;
      return { seq: this.stored, kind, data, sha256: hash.toString('hex') };
    });
  }

  finish(): SentRecord[] {
    const data = toJson({ count: this.stored, head: this.head.toString('hex') });
    return this.sent([{ kind: 'finish', data }]);
  }
}
