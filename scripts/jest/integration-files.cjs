const { readdirSync } = require('node:fs');
const path = require('node:path');
const { tagsOf } = require('./tags.cjs');

const folder = path.resolve(__dirname, '../../test/integration');
const ofBrowser = path.resolve(__dirname, '../../test/e2e');

/** Returns the wanted files as patterns for jest. @param {(tags: ReturnType<typeof tagsOf>) => boolean} wanted */
const patternsOf = (wanted, within = folder) =>
  readdirSync(within, { recursive: true })
    .map((name) => path.join(within, String(name)))
    .filter((file) => file.endsWith('.spec.ts') && wanted(tagsOf(file)))
    .map(
      (file) => `/${path.relative(within, file).replace(/[\\/]/g, '/').replaceAll('.', '\\.')}$`,
    );

/** Files that a complete run includes only on its first engine (Redis or PostgreSQL). */
const onOneEngine = () => patternsOf(({ engines }) => engines !== 'both');
/**
 * Files that `npm test -- long` leaves out on the engine under test, since the complete run already
 * covers them.
 */
const notLong = () =>
  patternsOf(({ engines, isLong }) =>
    process.env.ENGINE === 'postgres' ? engines !== 'both' && engines !== 'long' : !isLong,
  );
/** Browser tests that `npm test -- long` leaves out, since the complete run already covers them. */
const notLongInBrowser = () => patternsOf(({ isLong }) => !isLong, ofBrowser);
/** Files that do not belong to the quick lane. */
const notQuick = () => patternsOf(({ lane }) => lane !== 'quick');

module.exports = { notLong, notLongInBrowser, notQuick, onOneEngine };
