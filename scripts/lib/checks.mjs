import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, program } from './paths.mjs';
import { startPostgres } from './engines/postgres.mjs';

/** @typedef {{ name: string, run: () => Promise<{ ok: boolean, output: string }> }} Check */

/**
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

/** @param {string} path */
const bin = (path) => join(ROOT, 'node_modules', path);
/** @param {string} name @param {string[]} args @returns {Check} */
const tool = (name, ...args) => ({ name, run: () => runNode(args) });

/** Whether every file is formatted as by Prettier. @param {string} folder */
export const formOf = (folder) => [bin('prettier/bin/prettier.cjs'), '--check', folder];
/** @param {string} folder */
export const lineLengthOf = (folder) => [join(ROOT, 'scripts/lib/long-lines.mjs'), folder];

/**
 * Migrates an empty database up, down and up again, then compares its tables with the entities.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
async function drift() {
  const postgres = await startPostgres();
  try {
    await postgres.ensureDatabase('drift');
    return await runNode([program('server/drift.main')], {
      DATABASE_URL: postgres.serverUrl('drift'),
      MIGRATION_DATABASE_URL: postgres.ownerUrl('drift'),
      REDIS_URL: '',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: 'k'.repeat(43),
      DEMO: '0',
    });
  } finally {
    await postgres.stop();
  }
}

/** The longest first: they run two at a time. @type {Check[]} */
export const CHECKS = [
  tool('types (server, workers, tests)', bin('typescript/bin/tsc'), '-p', 'tsconfig.json'),
  tool(
    'lint',
    bin('eslint/bin/eslint.js'),
    '.',
    '--max-warnings=0',
    '--cache',
    '--cache-strategy=content',
    '--cache-location=.cache/eslint/',
  ),
  tool('types (web)', bin('typescript/bin/tsc'), '-p', 'web/tsconfig.json'),
  tool(
    'dependency rules',
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'contracts',
    'server',
    'workers',
    'migrations',
    'web/src',
  ),
  tool('folder circles', 'scripts/gates/folder-circles.mjs'),
  tool('tables named by their owners', 'scripts/gates/sql-ownership.mjs'),
  tool('record of processing', 'scripts/personal-data.mjs', '--check'),
  tool('form', ...formOf('.')),
  tool('line length', ...lineLengthOf('.')),
  tool('types (scripts)', bin('typescript/bin/tsc'), '-p', 'scripts/tsconfig.json'),
  { name: 'schema drift', run: drift },
];

/**
 * Runs checks a few at a time and prints each one's name and duration.
 * @param {Check[]} checks
 * @param {(line: string) => void} say
 * @param {number} [atOnce]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(checks, say, atOnce = 2) {
  const waiting = [...checks];
  const sum = { passed: 0, failed: 0 };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        const started = performance.now();
        const { ok, output } = await check.run().catch((error) => ({
          ok: false,
          output: String(error instanceof Error ? error.message : error),
        }));
        sum[ok ? 'passed' : 'failed']++;
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        const details = ok ? '' : `\n${output.replace(/^/gm, '    ')}`;
        say(`${ok ? '✓' : '✗'} ${check.name} (${seconds} s)${details}`);
      }
    }),
  );
  return sum;
}
