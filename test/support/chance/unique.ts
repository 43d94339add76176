import { randomBytes } from 'node:crypto';

// Files share an application (shared-app.ts), and each counts from one.
const ofThisFile = randomBytes(4).toString('hex');
let last = 0;

/**
 * A name that no other test has used: letters and digits, for addresses, domains and titles. All names have the same length, so that two
 * runs of one test differ in no count of bytes.
 */
export const unique = (): string => `${String(++last).padStart(5, '0')}x${ofThisFile}`;
