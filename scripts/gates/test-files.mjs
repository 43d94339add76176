// node scripts/gates/test-files.mjs [FOLDER]: fails when a test file is too long, when too many files are
// long, or when a file's tags (scripts/jest/tags.cjs) are missing or misspelt.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import tags from '../jest/tags.cjs';

/** How many lines, of 100 columns, a test file may have (CONTRIBUTING.md, Tests). */
const LONGEST = 400;
/** At most one of ten test files may have more lines than this. */
const NINE_OF_TEN = 250;
/** Helpers of tests: a test that imports one of them uses a queue or live updates. */
const REACHES_A_QUEUE = ['app/workers', 'app/watcher', 'app/programs', 'engines/own-engines'].map(
  (name) => `test/support/${name}`,
);
const LANES = ['quick', 'slow'];
const ENGINES = ['both', 'long', 'one'];

/**
 * Returns the paths of all test files of the project.
 * @param {string} root @returns {string[]}
 */
const specsOf = (root) =>
  ['test', 'server', 'contracts', 'workers', 'web', 'scripts', 'bench', 'migrations'].flatMap(
    (folder) => {
      try {
        return readdirSync(join(root, folder), { recursive: true })
          .map((name) => join(root, folder, String(name)))
          .filter((file) => /\.spec\.(tsx?|mjs)$/.test(file));
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
        throw error;
      }
    },
  );

/**
 * Whether a test imports a file that starts a queue or live updates.
 * @param {string} file @param {string} text @param {string} root
 */
const reachesQueue = (file, text, root) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].some(([, name = '']) => {
    const target = relative(root, resolve(dirname(file), name))
      .split(sep)
      .join('/');
    return REACHES_A_QUEUE.includes(target) || target.startsWith('workers/');
  });

/** @param {string} root */
function faultsOf(root) {
  /** @type {string[]} */
  const faults = [];
  /** @type {number[]} */
  const lengths = [];
  for (const file of specsOf(root).sort()) {
    const name = relative(root, file).split(sep).join('/');
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n').length - 1;
    lengths.push(lines);
    if (lines > LONGEST) faults.push(`${name}: ${lines} lines, at most ${LONGEST}`);
    const { lane, engines, isLong } = tags.tagsOf(file);
    if (lane && !LANES.includes(lane)) faults.push(`${name}: there is no lane "${lane}"`);
    if (engines && !ENGINES.includes(engines))
      faults.push(`${name}: @engines is both, long or one, not "${engines}"`);
    if (name.startsWith('test/integration/') && !engines && reachesQueue(file, text, root))
      faults.push(
        `${name}: reaches a queue, so it says @engines both, @engines long, or @engines one and why that is enough`,
      );
    if (name.startsWith('test/integration/') && !isLong && text.includes("support/chance/lanes'"))
      faults.push(`${name}: does more in the long run, so it says @long and what`);
  }
  const p90 = lengths.sort((a, b) => a - b)[Math.floor(lengths.length * 0.9)] ?? 0;
  if (p90 > NINE_OF_TEN)
    faults.push(
      `one test file in ten has ${p90} lines or more; at most ${NINE_OF_TEN} are allowed`,
    );
  return faults;
}

const faults = faultsOf(resolve(process.argv[2] ?? ROOT));
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
