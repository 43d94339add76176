import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../processes/processes.mjs';
import { postgresDataDir, readJson, readOrCreateSecret } from '../processes/state.mjs';

/**
 * Returns the address of the product that runs with a state folder; undefined if none runs.
 * @param {string} dir
 * @returns {string | undefined}
 */
export function runningUrl(dir) {
  /** @type {import('../processes/lock.mjs').Holder | undefined} */
  const holder = readJson(join(dir, 'launcher.json'));
  return holder && isAlive(holder.pid) ? holder.url : undefined;
}

/**
 * Returns the environment variables with which a program can use the embedded database of a running
 * launcher.
 * @param {string} dir
 */
export function runningDatabase(dir) {
  const file = join(postgresDataDir(dir), 'postmaster.pid');
  if (!existsSync(file)) throw new Error('Commonlab is starting: try again in a moment.');
  const port = readFileSync(file, 'utf8').split('\n')[3]?.trim();
  /** @param {string} role */
  const url = (role) =>
    `postgres://commonlab_${role}:${readOrCreateSecret(dir, `postgres-${role}.password`)}@127.0.0.1:${port}/commonlab`;
  return {
    DATABASE_URL: url('server'),
    MIGRATION_DATABASE_URL: url('owner'),
    SECRET_KEY: process.env.SECRET_KEY || readOrCreateSecret(dir, 'secret.key'),
  };
}
