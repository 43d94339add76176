const { readdirSync } = require('node:fs');
const path = require('node:path');
const { tagsOf } = require('./tags.cjs');

const folder = path.resolve(__dirname, '../../test/integration');
const ofBrowser = path.resolve(__dirname, '../../test/e2e');

/**
 * Returns patterns for jest that match the test files whose tags `wanted` accepts.
 * @param {(tags: ReturnType<typeof tagsOf>) => boolean} wanted
 */
const patternsOf = (wanted, within = folder) =>
  readdirSync(within, { recursive: true })
    .map((name) => path.join(within, String(name)))
    .filter((file) => file.endsWith('.spec.ts') && wanted(tagsOf(file)))
    .map(
      (file) => `/${path.relative(within, file).replace(/[\\/]/g, '/').replaceAll('.', '\\.')}$`,
    );

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

module.exports = { notLong, notLongInBrowser, notQuick, onOneEngine };
