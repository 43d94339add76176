import { randomBytes } from 'node:crypto';

// A random part of the names of this test file: files share an application (shared-app.ts), and
// each of them counts from one.
const ofThisFile = randomBytes(4).toString('hex');
let last = 0;

/**
 * A name that no other test has used: letters and digits, for addresses, domains and titles. All
 * names have the same length, so that two runs of a test produce the same numbers of bytes.
 */
export const unique = (): string => `${String(++last).padStart(5, '0')}x${ofThisFile}`;
