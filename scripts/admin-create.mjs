// npm run admin:create EMAIL: makes an administrator, in the database of DATABASE_URL or in the embedded one, running or not.
// npm run admin:create EMAIL -- --remove-second-factor: takes a lost second factor off instead.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { LockHeld, takeLock } from './lib/lock.mjs';
import { program } from './lib/paths.mjs';
import { runningDatabase } from './lib/running.mjs';
import { startServices } from './lib/services.mjs';
import { dataDir, ensureDir } from './lib/state.mjs';
import { runOnce } from './lib/children.mjs';

/** @param {NodeJS.ProcessEnv} env @param {string[]} words @returns {Promise<number>} the exit code */
function createAdmin(env, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program('server/admin.main'), ...words], { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject).on('exit', (code) => resolve(code ?? 1));
  });
}

async function main() {
  const words = process.argv.slice(2);
  const [email] = words;
  if (!email || !/^\S+@\S+$/.test(email)) throw new Error('Usage: npm run admin:create EMAIL [-- --remove-second-factor]');
  await ensureInstalled();
  await build({ web: false });
  // It sends no mail; the configuration wants an address all the same.
  const base = { DEMO: '0', SMTP_URL: process.env.SMTP_URL || 'smtp://127.0.0.1:1' };
  if (process.env.DATABASE_URL) return createAdmin(base, words);

  const dir = ensureDir(dataDir());
  let lock;
  try {
    lock = takeLock(dir);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const url = process.env.PUBLIC_WEB_URL || error.holder.url;
    return createAdmin({ ...base, ...runningDatabase(dir), DATA_DIR: dir, ...(url && { PUBLIC_WEB_URL: url }) }, words);
  }
  const services = await startServices({ dir, engine: 'postgres', env: { ...process.env, SMTP_URL: base.SMTP_URL } });
  try {
    const env = { ...base, ...services.env, DATA_DIR: dir };
    await runOnce({ name: 'migrate', file: program('server/migrate.main'), env: { ...process.env, ...env } });
    return await createAdmin(env, words);
  } finally {
    await services.stop();
    lock.release();
  }
}

main().then((code) => (process.exitCode = code), (error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
