import { spawn } from 'node:child_process';
import { ROOT } from '../paths.mjs';

/**
 * Runs Node with these arguments, and collects the output.
 * @param {string[]} args of node
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runNode(args, env = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}
