import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isAlive } from './processes.mjs';

const APP = 'commonlab';
export const isRoot = () => process.getuid?.() === 0;

/**
 * Returns the folder for the data of an installation. It is outside the project, so that a fresh
 * clone or `git clean` never deletes the data.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function dataDir(env = process.env) {
  if (env.DATA_DIR) return resolve(env.DATA_DIR);
  if (isRoot()) return `/var/lib/${APP}`;
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), APP);
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), APP);
}

/** The main version of the embedded PostgreSQL; another version cannot read its data. */
export const postgresMajor = '18';

/** @param {string} dir the state folder, which contains the data folder of PostgreSQL */
export const postgresDataDir = (dir) => join(dir, `postgres-${postgresMajor}`);

/**
 * Makes a folder. If the launcher runs as root, the services run under other accounts, which must be able to traverse
 * the folder without listing it, so its mode is 0711.
 * @param {string} dir
 */
export function ensureDir(dir) {
  mkdirSync(dir, { recursive: true });
  if (process.platform !== 'win32') chmodSync(dir, isRoot() ? 0o711 : 0o700);
  return dir;
}

/**
 * Returns the secret in the file `name`, which the first call generates.
 * @param {string} dir
 * @param {string} name
 * @param {number} [bytes]
 */
export function readOrCreateSecret(dir, name, bytes = 32) {
  const file = join(dir, name);
  try {
    const known = readFileSync(file, 'utf8').trim();
    if (known) return known;
  } catch {
    // On the first run the file does not exist yet, so it is created below.
  }
  const made = randomBytes(bytes).toString('base64url');
  writeAtomic(file, `${made}\n`, 0o600);
  return made;
}

/**
 * Writes a file completely or not at all.
 * @param {string} file
 * @param {string} text
 * @param {number} [mode]
 */
export function writeAtomic(file, text, mode = 0o600) {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
}

/**
 * Reads and parses a JSON file; undefined if it does not exist. The caller states the type
 * (`@type`).
 * @template T
 * @param {string} file
 * @returns {T | undefined}
 */
export function readJson(file) {
  try {
    /** @type {unknown} */
    const said = JSON.parse(readFileSync(file, 'utf8'));
    return /** @type {T} */ (said);
  } catch {
    return undefined;
  }
}

/**
 * Makes a temporary folder. Its name contains the pid of the process that uses it, see
 * `abandonedDirs`.
 * @param {string} kind
 */
export function temporaryDir(kind) {
  return ensureDir(mkdtempSync(join(tmpdir(), `${APP}-${kind}-${process.pid}-`)));
}

/**
 * Finds temporary folders of a kind whose process died without removing them.
 * @param {string} kind
 */
export function abandonedDirs(kind) {
  const prefix = `${APP}-${kind}-`;
  return readdirSync(tmpdir())
    .filter(
      (name) =>
        name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length).split('-')[0])),
    )
    .map((name) => join(tmpdir(), name));
}

/** @param {string} dir */
export const removeDir = (dir) =>
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
