import type { LostRecord } from '../../../contracts/runtime';
import { hashOf } from './hash-chain';

/** Text without half of a surrogate pair: UTF-8 can hold it. */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

/** What stands in the place of a record that can't be stored: its size and its hash. */
export async function lost(what: LostRecord) {
  const data = JSON.stringify(what);
  return { kind: 'lost' as const, data, sha256: (await hashOf(data)).sha256 };
}
