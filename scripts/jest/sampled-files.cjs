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

/** The processor time, in seconds, above which a file is sampled (docs/stack.md, Tests). */
const MOST = 5;
/**
 * Contexts without sampled files. The games of seats and slots always run, since they prove that no
 * seat is oversold.
 */
const ALWAYS = ['model'];

/**
 * Chooses the sampled files of a context: those that used more than `MOST` seconds, except the
 * cheapest one and those of the quick run.
 * @param {string} context
 * @param {readonly import('./budgets.cjs').Spent[]} spent
 * @param {(file: string) => boolean} isQuick
 * @returns {Record<string, number>} the content of the context's sampled.json
 */
function sampledOf(context, spent, isQuick) {
  if (ALWAYS.includes(context)) return {};
  const folder = `test/integration/${context}/`;
  const [, ...others] = spent
    .map(({ file, seconds }) => ({ file: file.replaceAll('\\', '/'), seconds }))
    .filter(({ file }) => file.startsWith(folder))
    .sort((a, b) => a.seconds - b.seconds);
  return Object.fromEntries(
    others
      .filter(({ file, seconds }) => seconds > MOST && !isQuick(file))
      .sort((a, b) => (a.file < b.file ? -1 : 1))
      .map(({ file, seconds }) => [file.slice(folder.length), Math.round(seconds)]),
  );
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
 * Runs git.
 * @param {string} cwd
 * @param {...string} args
 * @returns {string | undefined} its output; undefined without git or without a repository
 */
function git(cwd, ...args) {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
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
  env.SAMPLE ||
  git(root, 'rev-parse', '--short=12', 'HEAD') ||
  new Date().toISOString().slice(0, 10);

/**
 * Returns the paths of the files of a suite that the checked-out commit changed. After a merge, these
 * are all files of the merged branch.
 * @param {string} suite @param {string} [of] the folder of the repository
 */
const changedByCommit = (suite, of = root) =>
  new Set(
    (git(of, 'diff', '--name-only', 'HEAD^', 'HEAD', '--', suite) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((name) => path.join(of, name)),
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

module.exports = { SHARE, changedByCommit, draw, leftOut, sampleSeed, sampledIn, sampledOf };
