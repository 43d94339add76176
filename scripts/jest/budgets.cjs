const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

/** Spent: the processor time that a test file used. @typedef {{ file: string, seconds: number }} Spent */
/**
 * Line: the processor time that the test files of a context used, and the context's budget.
 * @typedef {{ context: string, seconds: number, budget: number | undefined }} Line
 */

const folder = path.resolve(__dirname, '../../test/integration');

/**
 * Returns the names of the contexts that have integration tests.
 * @param {string} [of]
 */
const contextsIn = (of = folder) =>
  readdirSync(of, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * Returns the budget of a context: the seconds of processor time that its test files may use in one
 * run on Redis. The budget includes the application and the programs that the tests start, but not
 * PostgreSQL and Redis. Undefined if there is no valid budget.
 * @param {string} context @param {string} [of] @returns {number | undefined}
 */
function budgetOf(context, of = folder) {
  const file = path.join(of, context, 'budget.json');
  if (!existsSync(file)) return undefined;
  /** @type {unknown} */
  const read = JSON.parse(readFileSync(file, 'utf8'));
  const { seconds } = /** @type {{ seconds?: unknown }} */ (read);
  return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
}

/**
 * Adds up the processor time of each context.
 * @param {readonly Spent[]} spent
 * @param {(context: string) => number | undefined} budget
 * @returns {Line[]} the most expensive context first
 */
function linesOf(spent, budget) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { file, seconds } of spent) {
    const context = /test\/integration\/([^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1];
    if (context) sums.set(context, (sums.get(context) ?? 0) + seconds);
  }
  return [...sums]
    .map(([context, seconds]) => ({ context, seconds, budget: budget(context) }))
    .sort((a, b) => b.seconds - a.seconds);
}

/**
 * A context's budget is the processor time that it used in the measured run, multiplied by this
 * factor.
 */
const room = 1.25;

/**
 * Returns the factor by which this run needs more processor time than the run that set the budgets.
 * Machines differ in speed and load, so the budgets are multiplied by this factor. The factor is
 * the median of all contexts, so a few slow contexts do not change it. If all contexts become
 * slower by the same factor, no context exceeds its budget. Only the sum of their times then shows
 * that they became slower.
 * @param {readonly Line[]} lines
 */
function slownessOf(lines) {
  const ratios = lines
    .flatMap(({ seconds, budget }) => (budget === undefined ? [] : [(seconds * room) / budget]))
    .sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}

/**
 * Whether budgets apply to a run: only to a complete run on Redis. In a partial run, fewer test
 * files share the start of the application, so each needs more time.
 * @param {{ LANE?: string, ENGINE?: string }} env
 */
const isBudgeted = ({ LANE, ENGINE }) => LANE === 'whole' && ENGINE === 'redis';

/**
 * Formats the lines for the output of a run. In a complete run on Redis, marks contexts that exceed
 * their budget, multiplied by `slownessOf`.
 * @param {readonly Line[]} lines @param {{ LANE?: string, ENGINE?: string }} env of the run
 */
function printed(lines, env) {
  const slowness = isBudgeted(env) ? slownessOf(lines) : 1;
  const rows = lines.map(({ context, seconds, budget }) => {
    const allowed = budget === undefined ? undefined : Math.ceil(budget * slowness);
    const isOver = allowed === undefined || seconds > allowed;
    return (
      `  ${context.padEnd(18)} ${seconds.toFixed(1).padStart(6)} of ${allowed ?? 'no budget'}` +
      (isBudgeted(env) && isOver ? '  OVER BUDGET' : '')
    );
  });
  if (isBudgeted(env))
    rows.unshift(
      `  budget.json times ${slowness.toFixed(2)}, the median of contexts on this machine`,
    );
  return rows.join('\n');
}

/**
 * Checks that a run included all files of the integration tests.
 * @param {readonly Spent[]} spent
 * @param {readonly string[]} files
 * @throws if one is missing
 */
function mustBeWhole(spent, files) {
  const ran = new Set(spent.map(({ file }) => file.replaceAll('\\', '/')));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0)
    throw new Error(
      `The last run on Redis was not complete: ${missing.length} files are missing, such as ${missing[0]}`,
    );
}

/**
 * Returns the paths of all integration tests, relative to the project's folder.
 * @returns {string[]}
 */
const integrationFiles = () =>
  readdirSync(folder, { recursive: true })
    .map((name) => `test/integration/${String(name).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.spec.ts'));

/**
 * Computes a budget for each context from a complete run.
 * @param {readonly Spent[]} spent
 * @param {readonly string[]} files all files of the integration tests
 * @returns {{ context: string, seconds: number }[]}
 * @throws if the run did not include all files
 */
function budgetsFrom(spent, files) {
  mustBeWhole(spent, files);
  return linesOf(spent, () => undefined).map(({ context, seconds }) => ({
    context,
    seconds: Math.max(1, Math.ceil(seconds * room)),
  }));
}

module.exports = {
  budgetOf,
  budgetsFrom,
  contextsIn,
  integrationFiles,
  linesOf,
  mustBeWhole,
  printed,
};
