import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onMigratedDatabase } from './migrated.mjs';
import { ROOT } from './paths.mjs';
import { runNode } from './run-node.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */
/** @typedef {Outcome & { name: string, seconds: number }} Part */
/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<Outcome & { parts?: Part[] }>} run parts: what it has checked, each of which
 * counts, instead of itself
 */

/** @param {string} path */
const bin = (path) => join(ROOT, 'node_modules', path);
/** @param {string} name @param {string[]} args @returns {Check} */
const tool = (name, ...args) => ({ name, run: () => runNode(args) });

/** Whether every file is formatted as by Prettier. @param {string} folder */
export const formOf = (folder) => [bin('prettier/bin/prettier.cjs'), '--check', folder];
const CACHE = join(ROOT, '.cache');
const formCache = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join(CACHE, 'prettier.json')}`,
];
/** @param {string} line as scripts/gates/types-and-lint.mjs prints it @returns {Part} */
function partOf(line) {
  /** @type {unknown} */
  const part = JSON.parse(line);
  return /** @type {Part} */ (part);
}
/**
 * @param {'server' | 'web'} side
 * @param {string[]} [only] the files to lint, instead of all
 * @returns {Check}
 */
const typesAndLint = (side, only) => ({
  name: `types and lint (${side})`,
  async run() {
    const files = only ? ['--only', ...only] : [];
    const run = await runNode(['scripts/gates/types-and-lint.mjs', side, ...files]);
    const lines = run.output.split('\n').filter((line) => line.startsWith('{"name"'));
    if (!run.ok || lines.length === 0) return { ...run, ok: false };
    return { ...run, parts: lines.map(partOf) };
  },
});
/** @param {string} folder */
export const lineLengthOf = (folder) => [join(ROOT, 'scripts/lib/long-lines.mjs'), folder];

/**
 * Migrates an empty database up, down and up again and compares its tables with the entities; then
 * compares the statements of the programs with it.
 */
const databaseChecks = () =>
  onMigratedDatabase('server/drift.main', async (url, migrated) => {
    const { ok, output } = await runNode(['scripts/gates/sql-types.mjs'], {
      SQL_TYPES_DATABASE_URL: url,
    });
    return { ok, output: `${migrated}\n${output}` };
  });

/** The longest first: they run two at a time. @type {Check[]} */
export const CHECKS = [
  typesAndLint('server'),
  typesAndLint('web'),
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
  tool('texts', 'scripts/gates/texts.mjs'),
  tool('folder circles', 'scripts/gates/folder-circles.mjs'),
  tool('tables named by their owners', 'scripts/gates/sql-ownership.mjs'),
  tool('test files', 'scripts/gates/test-files.mjs'),
  tool('record of processing', 'scripts/personal-data.mjs', '--check'),
  tool('form', ...formOf('.'), ...formCache),
  tool('line length', ...lineLengthOf('.')),
];

/**
 * Files that differ from the last commit or are new, as ESLint takes them; none in a checkout that
 * is no repository.
 */
const changedFiles = () =>
  ['diff --name-only --diff-filter=d HEAD', 'ls-files --others --exclude-standard']
    .flatMap((command) => spawnSync('git', command.split(' '), { cwd: ROOT, encoding: 'utf8' }))
    .flatMap(({ stdout }) => (stdout ?? '').split('\n'))
    .filter((file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file));

/**
 * The checks before a commit. Typed lint of everything takes longer than all others together, so
 * without the cache of an earlier run it looks at the changed files only; `npm run check` and
 * `npm test` look at all.
 */
export function quickChecks() {
  if (existsSync(join(CACHE, 'eslint'))) return CHECKS;
  const changed = changedFiles();
  return [typesAndLint('server', changed), typesAndLint('web', changed), ...CHECKS.slice(2)];
}

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
        /** @type {Outcome & { parts?: Part[] }} */
        const { parts, ...whole } = await check.run().catch((error) => ({
          ok: false,
          output: String(error instanceof Error ? error.message : error),
        }));
        const seconds = (performance.now() - started) / 1000;
        for (const part of parts ?? [{ ...whole, name: check.name, seconds }]) {
          sum[part.ok ? 'passed' : 'failed']++;
          const details = part.ok ? '' : `\n${part.output.replace(/^/gm, '    ')}`;
          say(`${part.ok ? '✓' : '✗'} ${part.name} (${part.seconds.toFixed(1)} s)${details}`);
        }
      }
    }),
  );
  return sum;
}
