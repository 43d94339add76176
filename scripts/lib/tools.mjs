import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { reportProgress, runStep } from './progress.mjs';
import { isRoot } from './processes/state.mjs';

/**
 * Finds the first of the given programs that is on the PATH.
 * @param {string[]} names
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findOnPath(names, env = process.env) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const name of names) {
    for (const dir of (env.PATH ?? '').split(delimiter)) {
      const file = join(dir, name + suffix);
      if (dir && existsSync(file)) return file;
    }
  }
  return undefined;
}

/** Whether system packages can be installed: only as root, on Debian or a derivative. */
export const canAptInstall = () =>
  isRoot() && existsSync('/etc/debian_version') && findOnPath(['apt-get']) !== undefined;

/**
 * Runs a program, and returns its output.
 * @param {string} file @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export async function runCommand(file, args, env = {}) {
  try {
    return await promisify(execFile)(file, args, {
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const {
      stderr = '',
      stdout = '',
      message,
    } = /** @type {Error & { stderr?: string, stdout?: string }} */ (error);
    throw new Error((stderr || stdout || message).trim().split('\n').slice(-3).join(' '), {
      cause: error,
    });
  }
}

/**
 * Prints the name of a system package and why it is needed, and installs the package.
 * @param {string} name @param {string} why
 * @param {{ isNewest?: boolean }} [options] isNewest: first tries to update the package lists, so
 * that apt-get installs the newest version
 * @throws {Error} with a message of one line
 */
export async function aptInstall(name, why, { isNewest = false } = {}) {
  reportProgress(`Installing the Debian package ${name} with apt-get (${why}).`);
  // RUNLEVEL keeps Debian from starting the service that a package contains.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const install = () =>
    runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env);
  const update = () => runCommand('apt-get', ['update', '-qq'], env);
  await runStep(`apt-get install ${name}`, async () => {
    if (isNewest) await update().catch(() => undefined);
    try {
      await install();
    } catch {
      // The package lists of a fresh image are empty, and the lists of an old image are outdated.
      // So this code updates the lists, and tries the installation again.
      await update();
      await install();
    }
  });
}
