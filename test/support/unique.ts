import { randomBytes } from 'node:crypto';

// Files share an application (shared-app.ts), and each begins to count anew.
const ofThisFile = randomBytes(4).toString('hex');
let last = 0;

/** A name that no other test has used: letters and digits, for addresses, domains and titles. */
export const unique = (): string => `${++last}x${ofThisFile}`;
