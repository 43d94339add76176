import { execFileSync } from 'node:child_process';
import { isRoot } from '../processes/state.mjs';

/** @typedef {{ uid: number, gid: number, name: string }} Account */

/** @type {Account | undefined | null} */
let found = null;

/**
 * Returns the account that runs the services if the launcher is root, since PostgreSQL refuses to
 * run as root. It is an existing account, never a new one.
 * @returns {Account | undefined} undefined if the launcher is not root; then its own account runs
 *   the services
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
      // This machine does not have the account, so the next name is tried.
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither an account "postgres" nor "nobody": start as a plain user.',
  );
}

/**
 * The options of `spawn` with which a process runs under the given account.
 * @param {Account | undefined} account
 */
export const spawnOptionsFor = (account) => (account ? { uid: account.uid, gid: account.gid } : {});
