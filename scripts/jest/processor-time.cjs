const { appendFileSync, readFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
/** The file that gets one line of JSON for each test file of a run. */
const spentFile = path.join(root, '.cache/processor-time.jsonl');

/** Ticks per second in /proc, the same on every Linux that Node.js runs on. */
const TICKS = 100;

/**
 * Returns the processor time of children that have ended, in seconds; 0 where there is no /proc.
 */
function ofChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}

/** Returns the processor time of this process and its ended children, in seconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofChildren();
}

/**
 * Records the processor time of a test file.
 * @param {string} file of a test @param {number} seconds
 */
const addSpent = (file, seconds) =>
  appendFileSync(
    spentFile,
    `${JSON.stringify({ file: path.relative(root, file), seconds: Math.round(seconds * 1000) / 1000 })}\n`,
  );

/**
 * Reads what the test files of the last run used.
 * @returns {import('./budgets.cjs').Spent[]}
 */
const readSpent = () =>
  readFileSync(spentFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => /** @type {import('./budgets.cjs').Spent} */ (JSON.parse(line)));

module.exports = { addSpent, processorTime, readSpent, spentFile };
