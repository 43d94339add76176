import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { reportProgress, runStep } from './progress.mjs';
import { readJson } from './processes/state.mjs';

/**
 * Whether node_modules contains the packages of package-lock.json. Optional packages for other
 * platforms may be missing. The function reads npm's own list of the installed packages. npm writes
 * this list at the end, so an interrupted installation leaves it missing or outdated.
 * @param {string} [root]
 * @param {{ toRun?: boolean }} [options] toRun: checks only the packages that build and run the
 *   product; ignores the packages of the workspaces (tests, archive of libraries)
 */
export function isInstalled(root = ROOT, { toRun = false } = {}) {
  /** @type {Lock | undefined} */
  const wanted = readJson(join(root, 'package-lock.json'));
  /** @type {Lock | undefined} */
  const lock = readJson(join(root, 'node_modules', '.package-lock.json'));
  const there = lock?.packages;
  if (!wanted?.packages || !there) return false;
  const needed = toRun ? neededByRoot(wanted.packages) : undefined;
  return Object.entries(wanted.packages).every(
    ([path, pkg]) =>
      !path ||
      (needed && !needed.has(path)) ||
      (there[path] ? there[path].version === pkg.version : isOptional(pkg)),
  );
}

/**
 * Returns the paths of the packages in a lock file that the root package needs, directly or
 * indirectly.
 * @param {Record<string, Package>} packages
 * @returns {Set<string>}
 */
function neededByRoot(packages) {
  /** @type {Set<string>} */
  const needed = new Set();
  const waiting = [''];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies, devDependencies, optionalDependencies } = packages[from] ?? {};
    const names = { ...dependencies, ...optionalDependencies, ...(!from && devDependencies) };
    for (const name of Object.keys(names)) {
      const path = resolved(packages, from, name);
      if (!path || needed.has(path)) continue;
      needed.add(path);
      waiting.push(path);
    }
  }
  return needed;
}

/**
 * Returns the path at which Node finds the dependency `name` of the package at `from`.
 * @param {Record<string, Package>} packages
 * @param {string} from
 * @param {string} name
 */
function resolved(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (!at) return undefined;
  }
}

/**
 * @typedef {{ version: string, optional?: boolean, devOptional?: boolean, peer?: boolean,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} Package
 */
/** @typedef {{ packages?: Record<string, Package> }} Lock */

/** @param {Package} pkg */
const isOptional = ({ optional, devOptional }) => Boolean(optional || devOptional);

/**
 * With these arguments, npm leaves out the packages of the workspaces (tests, lint) and the peer
 * dependencies, such as TypeScript. package.json itself lists the peer dependencies that the
 * product needs.
 */
const toRunArgs = ['--workspaces=false', '--legacy-peer-deps'];

/**
 * Installs the dependencies if they are missing or differ from package-lock.json, and prints that it does so.
 * @param {{ root?: string, toRun?: boolean, signal?: AbortSignal }} [options] toRun: passed to `isInstalled`
 */
export async function ensureInstalled({ root = ROOT, toRun = false, signal } = {}) {
  if (isInstalled(root, { toRun })) return false;
  const reason = existsSync(join(root, 'node_modules'))
    ? 'node_modules does not match package-lock.json'
    : 'there is no node_modules yet';
  reportProgress(`Installing the dependencies with "npm ci" into node_modules (${reason}).`);
  await runStep('npm ci', () =>
    npm(
      [
        ...['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
        ...['--loglevel=error', ...(toRun ? toRunArgs : [])],
      ],
      root,
      signal,
    ),
  );
  return true;
}

/** @param {string[]} args @param {string} cwd @param {AbortSignal} [signal] */
function npm(args, cwd, signal) {
  // Under `npm start`, npm sets this variable to the path of its own script. Running this script
  // with Node.js needs no shell, and never runs another version of npm.
  const [command, first, shell] = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, [process.env.npm_execpath], false]
    : ['npm', [], process.platform === 'win32'];
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(command, [...first, ...args], {
      cwd,
      shell,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said += chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new Error(`npm ${args[0]} failed:\n${said.trim().split('\n').slice(-20).join('\n')}`),
          ),
    );
  });
  return ended;
}
