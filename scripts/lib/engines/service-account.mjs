import { execFileSync } from 'node:child_process';
import { isRoot } from '../processes/state.mjs';

/** @typedef {{ uid: number, gid: number, name: string }} Account */

/** @type {Account | undefined | null} */
let found = null;

/**
 * The account that the services run as when the launcher is root (PostgreSQL refuses root): an
 * existing one, never a new one.
 * @returns {Account | undefined} undefined if the launcher is not root, and its own account is used
 */
export function serviceAccount() {
  if (!isRoot()) return undefined;
  if (found !== null) return found;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (/** @type {string} */ flag) =>
        Number(
          execFileSync('id', [flag, name], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          }).trim(),
        ) >>> 0;
      return (found = { uid: id('-u'), gid: id('-g'), name });
    } catch {
      // This machine has no such account.
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither an account "postgres" nor "nobody": start as a plain user.',
  );
}

/** @param {Account | undefined} account */
export const runAs = (account) => (account ? { uid: account.uid, gid: account.gid } : {});
