import { hash } from 'node:crypto';

const bytes = 16;

/**
 * The former pseudonym (null) is one half of a person's hash in a study. Those of the levels are
 * hashes of both halves, of which the other one is never shown, so that they cannot be made from
 * it, nor from each other.
 */
export const pseudonymFrom = (root: Buffer, privacyLevel: string | null): Buffer =>
  privacyLevel === null
    ? root.subarray(0, bytes)
    : hash('sha256', Buffer.concat([root, Buffer.from(privacyLevel)]), 'buffer').subarray(0, bytes);
