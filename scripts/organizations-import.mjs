// npm run organizations:import FILE: brings a dump of the Research Organization Registry into the database of DATABASE_URL or the embedded one, running or not.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from './build.mjs';
import { runOnce } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { LockHeld, takeLock } from './lib/lock.mjs';
import { program } from './lib/paths.mjs';
import { runningDatabase } from './lib/running.mjs';
import { startServices } from './lib/services.mjs';
import { dataDir, ensureDir } from './lib/state.mjs';

/** @param {NodeJS.ProcessEnv} env @param {string} file @returns {Promise<number>} the exit code */
function importFile(env, file) {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [program('server/organizations-import.main'), file], { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject).on('exit', (code) => done(code ?? 1));
  });
}

async function main() {
  const [given] = process.argv.slice(2);
  if (!given) throw new Error('Usage: npm run organizations:import FILE  (the JSON of schema 2, or the ZIP archive, from https://doi.org/10.5281/zenodo.6347574)');
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(file)) throw new Error(`There is no file ${file}`);
  await ensureInstalled();
  await build({ web: false });
  // It sends no mail; the configuration wants an address all the same.
  const base = { DEMO: '0', SMTP_URL: process.env.SMTP_URL || 'smtp://127.0.0.1:1' };
  if (process.env.DATABASE_URL) return importFile(base, file);

  const dir = ensureDir(dataDir());
  let lock;
  try {
    lock = takeLock(dir);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    return importFile({ ...base, ...runningDatabase(dir), DATA_DIR: dir }, file);
  }
  const services = await startServices({ dir, engine: 'postgres', env: { ...process.env, SMTP_URL: base.SMTP_URL } });
  try {
    const env = { ...base, ...services.env, DATA_DIR: dir };
    await runOnce({ name: 'migrate', file: program('server/migrate.main'), env: { ...process.env, ...env } });
    return await importFile(env, file);
  } finally {
    await services.stop();
    lock.release();
  }
}

main().then((code) => (process.exitCode = code), (error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
