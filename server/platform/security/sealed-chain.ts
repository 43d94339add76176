import type { Purpose, Secrets } from './secrets';

/**
 * A chain of seals over records. Each seal covers the record's place, its text and the previous seal, under a key
 * of the server's secret: an attacker who can write to the database but has no key can neither change a record
 * nor rebuild the chain.
 */
export class SealedChain {
  constructor(
    private readonly secrets: Secrets,
    private readonly purpose: Purpose,
  ) {}

  /**
   * @param before the previous seal, null at the first place
   * @param sequence the place, from 1
   * @param record the record's text, every byte of which the seal covers
   */
  seal(before: Buffer | null, sequence: bigint, record: string): Buffer {
    return this.secrets.stamp(this.purpose, ...partsOf(before, sequence, record));
  }

  /** Whether the seal is the record's, under the version of the key that the seal names. */
  isSeal(seal: Buffer, before: Buffer | null, sequence: bigint, record: string): boolean {
    return (
      // An older key than that of the previous seal is refused: a thief of the old key cannot continue the chain.
      (before === null || this.secrets.versionOf(seal) >= this.secrets.versionOf(before)) &&
      this.secrets.isStamp(seal, this.purpose, ...partsOf(before, sequence, record))
    );
  }

  /**
   * Whether this process may continue the chain after the seal: not if the seal was made under a key version that it
   * lacks.
   */
  mayFollow(seal: Buffer | null): boolean {
    return seal === null || this.secrets.versionOf(seal) <= this.secrets.version;
  }
}

const partsOf = (before: Buffer | null, sequence: bigint, record: string): string[] => [
  'chain',
  String(sequence),
  (before ?? Buffer.alloc(32)).toString('hex'),
  record,
];
