import { hash } from 'node:crypto';

const bytes = 16;

/**
 * Computes the pseudonym of a person in a study at one privacy level. `root` is a keyed hash of the
 * study and the person, and has two halves. The first half is the pseudonym that the person had
 * before privacy levels existed (`privacyLevel` null). The pseudonym at a level is a hash of both
 * halves. The second half is never shown, so no pseudonym can be computed from another pseudonym.
 */
export const pseudonymFrom = (root: Buffer, privacyLevel: string | null): Buffer =>
  privacyLevel === null
    ? root.subarray(0, bytes)
    : hash('sha256', Buffer.concat([root, Buffer.from(privacyLevel)]), 'buffer').subarray(0, bytes);
