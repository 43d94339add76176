import type { LostRecord } from '../../../../contracts/runtime/runtime';
import type { CallError } from '../api';
import { hashOf } from './hash-chain';

/** Text without half of a surrogate pair: UTF-8 can hold it. */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

/** What stands in the place of a record that can't be stored: its size and its hash. */
export async function lost(what: LostRecord) {
  const data = JSON.stringify(what);
  return { kind: 'lost' as const, data, sha256: (await hashOf(data)).sha256 };
}

/** Which of the records of a request the server refuses for themselves. */
export const placesNamed = (error: CallError): number[] =>
  (error.body.fields ?? []).flatMap(({ path }) => {
    const place = /^trials\.(\d+)/.exec(path)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
