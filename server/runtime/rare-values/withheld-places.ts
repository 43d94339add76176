import { hash } from 'node:crypto';
import type { ValuePath } from './rare-values.rule';

/** A path as a hash, as the tables store it: they do not contain the path itself. */
export const hashValuePath = (studyId: string, path: ValuePath): Buffer =>
  hash('sha256', `${studyId} ${JSON.stringify(path)}`, 'buffer').subarray(0, 16);

/** The places of a study's named or anonymous runs whose rare values are withheld. */
export class WithheldPaths {
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly studyId: string,
    /** The places in hexadecimal digits. */
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
