import type { KeyPurpose, Secrets } from './secrets';

/**
 * A hash chain over records. The seal of a record is a keyed hash of its position, its text and the
 * previous seal. The key is derived from the server's secret, so an attacker who can write to the
 * database but does not have the key can neither change a record nor rebuild the chain unnoticed.
 */
export class SealedChain {
  constructor(
    private readonly secrets: Secrets,
    private readonly purpose: KeyPurpose,
  ) {}

  /**
   * Computes the seal of a record.
   * @param before the previous seal; null at the first position
   * @param sequence the position, from 1
   * @param record the record's text, every byte of which the seal covers
   */
  seal(before: Buffer | null, sequence: bigint, record: string): Buffer {
    return this.secrets.stamp(this.purpose, ...partsOf(before, sequence, record));
  }

  /** Whether this is the seal of the record, under the key version that the seal names. */
  isSeal(seal: Buffer, before: Buffer | null, sequence: bigint, record: string): boolean {
    return (
      // If the previous seal was made under a newer key version, the seal is refused, so that a
      // thief of an old key cannot continue the chain.
      (before === null || this.secrets.versionOf(seal) >= this.secrets.versionOf(before)) &&
      this.secrets.isStamp(seal, this.purpose, ...partsOf(before, sequence, record))
    );
  }

  /**
   * Whether this process may add a link after this seal. It may not if the seal was made under a
   * key version that the process does not have.
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
