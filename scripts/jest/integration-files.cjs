const { readdirSync } = require('node:fs');
const path = require('node:path');
const { leftOut, sampleSeed } = require('./sampled-files.cjs');
const { tagsOf } = require('./tags.cjs');

const root = path.resolve(__dirname, '../..');
const folder = path.join(root, 'test/integration');
const ofBrowser = path.join(root, 'test/e2e');

/**
 * Returns a pattern for jest that matches one test file.
 * @param {string} file @param {string} within the folder of its suite
 */
const patternOf = (file, within) =>
  `/${path.relative(within, file).replace(/[\\/]/g, '/').replaceAll('.', '\\.')}$`;

/**
 * Returns patterns for jest that match the test files whose tags `wanted` accepts.
 * @param {(tags: ReturnType<typeof tagsOf>) => boolean} wanted
 */
const patternsOf = (wanted, within = folder) =>
  readdirSync(within, { recursive: true })
    .map((name) => path.join(within, String(name)))
    .filter((file) => file.endsWith('.spec.ts') && wanted(tagsOf(file)))
    .map((file) => patternOf(file, within));

/**
 * Returns patterns of the files that a complete run does not repeat with PostgreSQL alone. These
 * are all files without the tag `@engines both`; the run with Redis includes them.
 */
const onOneEngine = () => patternsOf(({ engines }) => engines !== 'both');
/**
 * Returns patterns of the files that `npm test -- long` leaves out, because it would only repeat
 * the complete run.
 * - On Redis, it leaves out all files without the tag `@long`.
 * - On PostgreSQL alone, it leaves out all files without `@engines both` and `@engines long`.
 */
const notLong = () =>
  patternsOf(({ engines, isLong }) =>
    process.env.ENGINE === 'postgres' ? engines !== 'both' && engines !== 'long' : !isLong,
  );
/** Like `notLong`, for browser tests. */
const notLongInBrowser = () => patternsOf(({ isLong }) => !isLong, ofBrowser);
/**
 * Returns patterns of the files that the quick run leaves out: all without the tag `@lane quick`.
 */
const notQuick = () => patternsOf(({ lane }) => lane !== 'quick');

/**
 * Returns patterns of the sampled files of a suite that a run before a merge leaves out
 * (sampled-files.cjs).
 * @param {Parameters<typeof leftOut>[0]} suite
 */
const notDrawn = (suite) =>
  leftOut(suite, sampleSeed()).map((file) => patternOf(file, path.join(root, suite)));

module.exports = { notDrawn, notLong, notLongInBrowser, notQuick, onOneEngine };
