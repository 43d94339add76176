import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { runOnce } from '../processes/children.mjs';
import { ensureInstalled } from '../install.mjs';
import { LockInUse, takeLock } from '../processes/lock.mjs';
import { programPath } from '../paths.mjs';
import { runningDatabase } from './running.mjs';
import { startServices } from './services.mjs';
import { dataDir, ensureDir, postgresDataDir } from '../processes/state.mjs';

/**
 * Runs a compiled program with its output passed through.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} words
 * @returns {Promise<number>} the exit code
 */
function run(name, env, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programPath(name), ...words], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', reject).on('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs one of the product's programs on the database of DATABASE_URL, or on the embedded one, which
 * it starts if the product is not running.
 * @param {string} name
 * @param {string[]} words its arguments
 * @param {{ mustExist?: boolean }} [options] mustExist: fail without an existing database, since a check of a new one
 * would find nothing wrong
 * @returns {Promise<number>} the exit code
 */
export async function runOnDatabase(name, words, { mustExist = false } = {}) {
  if (
    mustExist &&
    !process.env.DATABASE_URL &&
    !existsSync(join(postgresDataDir(dataDir()), 'PG_VERSION'))
  )
    throw new Error(
      `There is no installation in ${dataDir()}: say in DATA_DIR or DATABASE_URL which one is meant.`,
    );
  await ensureInstalled({ toRun: true });
  await build({ web: false });
  // The configuration requires the address of a mail server, although the program sends no mail.
  const base = { DEMO: '0', SMTP_URL: process.env.SMTP_URL || 'smtp://127.0.0.1:1' };
  if (process.env.DATABASE_URL) return run(name, base, words);

  const dir = ensureDir(dataDir());
  let lock;
  try {
    lock = takeLock(dir);
  } catch (error) {
    if (!(error instanceof LockInUse)) throw error;
    const url = process.env.PUBLIC_WEB_URL || error.holder.url;
    return run(
      name,
      { ...base, ...runningDatabase(dir), DATA_DIR: dir, ...(url && { PUBLIC_WEB_URL: url }) },
      words,
    );
  }
  try {
    const services = await startServices({
      dir,
      engine: 'postgres',
      env: { ...process.env, SMTP_URL: base.SMTP_URL },
    });
    try {
      const env = { ...base, ...services.env, DATA_DIR: dir };
      await runOnce({
        name: 'migrate',
        file: programPath('server/migrate.main'),
        env: { ...process.env, ...env },
      });
      return await run(name, env, words);
    } finally {
      await services.stop();
    }
  } finally {
    lock.release();
  }
}
