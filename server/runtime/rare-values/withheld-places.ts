import { hash } from 'node:crypto';
import type { ValuePath } from './rare-values.rule';

/** Computes the hash of a path. The tables store only this hash, not the path. */
export const hashValuePath = (studyId: string, path: ValuePath): Buffer =>
  hash('sha256', `${studyId} ${JSON.stringify(path)}`, 'buffer').subarray(0, 16);

/** The places of a study's named or anonymous runs whose rare values are withheld. */
export class WithheldPaths {
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly studyId: string,
    /** The hashes of the withheld paths (`hashValuePath`), in hexadecimal digits. */
    private readonly places: ReadonlySet<string>,
  ) {}

  get areNone(): boolean {
    return this.places.size === 0;
  }

  has(path: ValuePath): boolean {
    if (this.areNone) return false;
    const key = JSON.stringify(path);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = this.places.has(hashValuePath(this.studyId, path).toString('hex'));
    this.known.set(key, found);
    return found;
  }
}
