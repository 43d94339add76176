import { hash } from 'node:crypto';

const bytes = 16;

/**
 * The former pseudonym (null) is one half of a person's hash in a study. The pseudonyms of the privacy levels are
 * hashes of both halves. The other half is never shown, so they cannot be computed from the former pseudonym, nor
 * from each other.
 */
export const pseudonymFrom = (root: Buffer, privacyLevel: string | null): Buffer =>
  privacyLevel === null
    ? root.subarray(0, bytes)
    : hash('sha256', Buffer.concat([root, Buffer.from(privacyLevel)]), 'buffer').subarray(0, bytes);
