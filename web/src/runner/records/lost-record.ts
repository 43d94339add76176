import type { LostRecord } from '../../../../contracts/runtime/runtime';
import type { CallError } from '../api';
import { hashOf } from './hash-chain';

/** Whether a text contains no half of a surrogate pair, so that UTF-8 can encode it. */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

/** The record in place of one that cannot be stored: it contains the size and the hash of that one. */
export async function lostRecord(what: LostRecord) {
  const data = JSON.stringify(what);
  return { kind: 'lost' as const, data, sha256: (await hashOf(data)).sha256 };
}

/** The positions in the request of the records that the server refuses because of their own content. */
export const placesNamed = (error: CallError): number[] =>
  (error.body.fields ?? []).flatMap(({ path }) => {
    const place = /^trials\.(\d+)/.exec(path)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
