import type { LostRecord } from '../../../../contracts/runtime/runtime';
import type { CallError } from '../api';
import { hashOf } from './hash-chain';

/** Text without half of a surrogate pair: UTF-8 can hold it. */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

/** The record in place of one that cannot be stored: with the size and the hash of that one. */
export async function lostRecord(what: LostRecord) {
  const data = JSON.stringify(what);
  return { kind: 'lost' as const, data, sha256: (await hashOf(data)).sha256 };
}

/** Which of the records of a request the server refuses for themselves. */
export const placesNamed = (error: CallError): number[] =>
  (error.body.fields ?? []).flatMap(({ path }) => {
    const place = /^trials\.(\d+)/.exec(path)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
