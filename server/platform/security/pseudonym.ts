import { hash } from 'node:crypto';

const bytes = 16;

/**
 * The pseudonym of a person in a study at one privacy level. A keyed hash of the person in the
 * study has two halves: the first half is the former pseudonym (level null), from before there were
 * privacy levels; the pseudonyms of the levels are hashes of both halves. The second half is never
 * shown, so they can be computed neither from the former pseudonym nor from each other.
 */
export const pseudonymFrom = (root: Buffer, privacyLevel: string | null): Buffer =>
  privacyLevel === null
    ? root.subarray(0, bytes)
    : hash('sha256', Buffer.concat([root, Buffer.from(privacyLevel)]), 'buffer').subarray(0, bytes);
