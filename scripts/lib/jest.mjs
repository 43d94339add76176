import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './paths.mjs';
import { readJson } from './processes/state.mjs';
import { reportProgress } from './progress.mjs';

/** @typedef {{ passed: number, failed: number, note?: string, failures?: string[] }} Counts */
/**
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {boolean} success
 * @property {FileResult[]} [testResults]
 */
/**
 * @typedef {object} FileResult
 * @property {string} name the file's path
 * @property {string} status
 * @property {string} [message] what jest printed of a file that could not run
 * @property {{ status: string, fullName?: string, failureMessages?: string[] }[]} [assertionResults]
 */

/**
 * Returns the paths of the test files that failed in a run.
 * @param {Report | undefined} report
 * @returns {string[]}
 */
export const failedFiles = (report) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);

/**
 * If more files than this failed, none runs a second time: the cause is not just a busy machine.
 */
const secondTriesAtMost = 6;

/**
 * How many lines of a failure's message are shown; the output of the test suite contains the
 * complete message.
 */
const linesOfFailure = 12;
/** @param {string} text */
const beginning = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, linesOfFailure)
    .map((line) => `    ${line}`)
    .join('\n');

/**
 * Lists the failed tests of a run, each with the beginning of its message. The run prints this list
 * at its end, so that a log that keeps only the last lines still contains it.
 * @param {Report | undefined} report
 * @returns {string[]}
 */
export const failedTestsOf = (report) =>
  (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults = [] }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(ROOT, name);
      if (failed.length === 0) return [`${file} did not run\n${beginning(message ?? '')}`];
      return failed.map(
        ({ fullName, failureMessages = [] }) =>
          `${file}: ${fullName}\n${beginning(failureMessages.join('\n'))}`,
      );
    });

/**
 * Counts the passed and failed tests of a run. A file that could not run counts as one failure, and
 * so does a run without any test.
 * @param {Report | undefined} report jest's --json
 * @returns {Counts}
 */
export function testCountsOf(report) {
  if (!report) return { passed: 0, failed: 1, note: 'jest left no report' };
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  if (passed + failed === 0) return { passed: 0, failed: 1, note: 'no tests were run' };
  // Jest can fail although every test passed: a global teardown threw an error, or coverage is
  // below its threshold.
  if (!report.success && failed === 0)
    return { passed, failed: 1, note: 'jest failed beside its tests' };
  return { passed, failed };
}

/**
 * Counts the tests of a run after the failed files ran a second time, this time alone. A test that
 * failed first and then passed counts as failed; the note says that its file is unstable.
 * @param {Report} first
 * @param {Counts} second of the failed files
 * @param {string[]} names of the failed files
 * @returns {Counts}
 */
export function countsAfterRetry(first, second, names) {
  const isUnstable = second.failed === 0 && second.passed > 0;
  return {
    ...testCountsOf(first),
    failures: failedTestsOf(first),
    note: isUnstable
      ? `UNSTABLE, failed beside others and passed alone: ${names.join(', ')}`
      : `alone, ${second.failed} failed again`,
  };
}

/**
 * Runs jest with one of the project's configurations; its output is passed through.
 * @param {'unit' | 'integration' | 'e2e'} kind
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv, label?: string, secondTry?: boolean }} [options]
 *   secondTry: if only a few files failed, runs these files a second time to find out whether they are
 *   unstable (docs/stack.md, Tests)
 * @returns {Promise<Counts>}
 */
export async function runJest(kind, { args = [], env = {}, label = kind, secondTry } = {}) {
  const { counts, report } = await runOnce(kind, { args, env, label });
  const files = failedFiles(report);
  if (!secondTry || !report || files.length === 0 || files.length > secondTriesAtMost)
    return counts;
  const names = files.map((file) => relative(ROOT, file));
  reportProgress(`${names.length} failed, and run a second time, alone: ${names.join(', ')}`);
  for (const failure of counts.failures ?? []) reportProgress(failure);
  const again = await runOnce(kind, {
    args: ['--runInBand', '--runTestsByPath', ...files],
    env,
    label: `${label}-again`,
  });
  return countsAfterRetry(report, again.counts, names);
}

/**
 * Runs jest once and reads its report.
 * @param {'unit' | 'integration' | 'e2e'} kind
 * @param {{ args: string[], env: NodeJS.ProcessEnv, label: string }} options
 * @returns {Promise<{ counts: Counts, report: Report | undefined }>}
 */
async function runOnce(kind, { args, env, label }) {
  const folder = join(ROOT, '.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `jest-${label.replace(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const child = spawn(
    process.execPath,
    [jest, '--config', `jest.config.${kind}.cjs`, '--json', `--outputFile=${file}`, ...args],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    },
  );
  /** @type {number | null} */
  const code = await new Promise((resolve) =>
    child.on('error', () => resolve(-1)).on('close', resolve),
  );
  /** @type {Report | undefined} */
  const report = readJson(file);
  const counts = { ...testCountsOf(report), failures: failedTestsOf(report) };
  // The exit code also reports failures outside of tests, such as a handle that a test left open
  // (leak-reporter.cjs).
  if (code !== 0 && counts.failed === 0)
    return { counts: { ...counts, failed: 1, note: `jest ended with exit code ${code}` }, report };
  return { counts, report };
}
