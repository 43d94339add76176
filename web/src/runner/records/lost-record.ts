import type { LostRecord } from '../../../../contracts/runtime/runtime';
import type { CallError } from '../api';
import { sha256OfText } from './hash-chain';

/** Whether UTF-8 can encode the text: it contains no unpaired half of a surrogate pair. */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

/**
 * Makes the record that replaces a record that cannot be stored. It contains the size and the hash
 * of the replaced record.
 */
export async function makeLostRecord(what: LostRecord) {
  const data = JSON.stringify(what);
  return { kind: 'lost' as const, data, sha256: (await sha256OfText(data)).sha256 };
}

/**
 * Returns the positions, in the request, of the records that the server refused because of their
 * content.
 */
export const refusedRecordIndices = (error: CallError): number[] =>
  (error.body.fields ?? []).flatMap(({ path }) => {
    const place = /^trials\.(\d+)/.exec(path)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
