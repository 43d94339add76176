import { join } from 'node:path';
import { checkMigratedDatabase } from './migrated.mjs';
import { ROOT } from '../paths.mjs';
import { runNode } from './run-node.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */
/** @typedef {{ name: string, run: () => Promise<Outcome> }} Check */

/** @param {string} path */
const bin = (path) => join(ROOT, 'node_modules', path);
/**
 * Makes a check that runs a Node program with these arguments.
 * @param {string} name @param {string[]} args @returns {Check}
 */
const tool = (name, ...args) => ({ name, run: () => runNode(args) });

/**
 * Returns the arguments with which Node checks that oxfmt has formatted every file.
 * @param {string} folder
 */
export const formatCheckArgs = (folder) => [bin('oxfmt/bin/oxfmt'), '--check', folder];
/**
 * The fast compiler, which checks the types. Programs that analyse sources use the API of the
 * previous version (docs/stack.md).
 */
const compiler = bin('typescript-7/bin/tsc');
/**
 * Returns the arguments with which Node runs the type-aware lint of the whole project, configured
 * by .oxlintrc.json.
 * @param {string[]} args
 */
export const lintArgs = (...args) => [bin('oxlint/bin/oxlint'), '--deny-warnings', ...args];
/** @param {string} folder */
export const lineLengthCheckArgs = (folder) => [
  join(ROOT, 'scripts/lib/checks/long-lines.mjs'),
  folder,
];

/**
 * Migrates an empty database up, down and up again, and compares its tables with the entities. Then
 * compares the SQL of the programs with the same database.
 */
const databaseChecks = () =>
  checkMigratedDatabase('server/drift.main', async (url, migrated) => {
    const { ok, output } = await runNode(['scripts/gates/sql-types.mjs'], {
      SQL_TYPES_DATABASE_URL: url,
    });
    return { ok, output: `${migrated}\n${output}` };
  });

/**
 * The longest checks come first: two run at a time, and a long one that started last would run
 * alone.
 * @type {Check[]}
 */
export const CHECKS = [
  tool('lint', ...lintArgs()),
  tool('types (server, workers, tests)', compiler, '-p', 'tsconfig.json'),
  tool('types (web)', compiler, '-p', 'web/tsconfig.json'),
  { name: 'schema drift, types of SQL', run: databaseChecks },
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
  tool('types (scripts)', compiler, '-p', 'scripts/tsconfig.json'),
  tool('texts', 'scripts/gates/texts.mjs'),
  tool('folder circles', 'scripts/gates/folder-circles.mjs'),
  tool('tables named by their owners', 'scripts/gates/sql-ownership.mjs'),
  tool('test files', 'scripts/gates/test-files.mjs'),
  tool('record of processing', 'scripts/personal-data.mjs', '--check'),
  tool('form', ...formatCheckArgs('.')),
  tool('line length', ...lineLengthCheckArgs('.')),
];

/**
 * Runs checks a few at a time and prints each one's name and duration.
 * @param {Check[]} checks
 * @param {(line: string) => void} say
 * @param {number} [atOnce]
 * @returns {Promise<import('../jest.mjs').Counts>} `failures`: name and output of each failed check
 */
export async function runChecks(checks, say, atOnce = 2) {
  const waiting = [...checks];
  /** @type {{ passed: number, failed: number, failures: string[] }} */
  const sum = { passed: 0, failed: 0, failures: [] };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        const started = performance.now();
        /** @type {Outcome} */
        const { ok, output } = await check.run().catch((error) => ({
          ok: false,
          output: String(error instanceof Error ? error.message : error),
        }));
        const seconds = (performance.now() - started) / 1000;
        sum[ok ? 'passed' : 'failed']++;
        const details = ok ? '' : `\n${output.replace(/^/gm, '    ')}`;
        if (!ok) sum.failures.push(`${check.name}${details}`);
        say(`${ok ? '✓' : '✗'} ${check.name} (${seconds.toFixed(1)} s)${details}`);
      }
    }),
  );
  return sum;
}
