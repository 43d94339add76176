const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/**
 * A run before a merge draws one of this many sampled files. `npm test -- all` runs all of them.
 */
const SHARE = 10;

/** A sampled test file, and its approximate duration. @typedef {{ file: string, seconds: number }} Sampled */

/**
 * Reads which test files of a suite are sampled. Each folder below the suite's folder may contain a
 * `sampled.json`: an object with the paths of its sampled files, relative to it, and the seconds
 * that each takes. A test file that no list contains runs before each merge.
 * @param {string} suite the folder of the suite, for example `test/e2e`
 * @returns {Sampled[]} with absolute paths
 * @throws if a list names a file that does not exist, or a duration that is not a positive number
 */
function sampledIn(suite) {
  return readdirSync(suite, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const list = path.join(suite, name, 'sampled.json');
      if (!existsSync(list)) return [];
      /** @type {unknown} */
      const read = JSON.parse(readFileSync(list, 'utf8'));
      return Object.entries(/** @type {Record<string, unknown>} */ (read)).map(([of, seconds]) => {
        const file = path.join(suite, name, of);
        if (!existsSync(file)) throw new Error(`${list}: there is no file ${of}`);
        if (typeof seconds !== 'number' || !(seconds > 0))
          throw new Error(`${list}: ${of} must have a positive number of seconds`);
        return { file, seconds };
      });
    });
}

/**
 * Draws one of `SHARE` files. To make all draws take about equally long, it sorts the files by
 * duration, and draws one from each group of `SHARE` neighbours.
 * @param {readonly Sampled[]} files
 * @param {string} seed the same seed draws the same files
 * @returns {Set<string>} the paths of the drawn files
 */
function draw(files, seed) {
  const sorted = [...files].sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
  /** @type {Set<string>} */
  const drawn = new Set();
  for (let from = 0; from < sorted.length; from += SHARE) {
    const hash = createHash('sha256').update(`${seed} ${from}`).digest();
    // In a smaller last group, the number may belong to no file, so that each file has the same
    // chance.
    const one = sorted[from + (hash.readUInt32BE() % SHARE)];
    if (one) drawn.add(one.file);
  }
  return drawn;
}

/**
 * Runs git in the project's folder.
 * @param {...string} args
 * @returns {string | undefined} its output; undefined without git or without a repository
 */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Returns the seed of the draw: `SAMPLE` of the environment; otherwise the id of the checked-out
 * commit, so that a second run of a commit repeats the first; without git, the date.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
const sampleSeed = (env = process.env) =>
  env.SAMPLE || git('rev-parse', '--short=12', 'HEAD') || new Date().toISOString().slice(0, 10);

/**
 * Returns the paths of the files of a suite that the checked-out commit changed. After a merge, these
 * are all files of the merged branch.
 * @param {string} suite
 */
const changedByCommit = (suite) =>
  new Set(
    (git('diff', '--name-only', 'HEAD^', 'HEAD', '--', suite) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((name) => path.join(root, name)),
  );

/**
 * Returns the sampled files of a suite that a run before a merge leaves out: those that are neither
 * drawn nor changed by the commit.
 * @param {'test/integration' | 'test/e2e'} suite @param {string} seed
 * @returns {string[]}
 */
function leftOut(suite, seed) {
  const sampled = sampledIn(path.join(root, suite));
  const drawn = draw(sampled, seed);
  const changed = changedByCommit(suite);
  return sampled.map(({ file }) => file).filter((file) => !drawn.has(file) && !changed.has(file));
}

module.exports = { SHARE, draw, leftOut, sampleSeed, sampledIn };
