const { readdirSync } = require('node:fs');
const path = require('node:path');
const { tagsOf } = require('./tags.cjs');

const folder = path.resolve(__dirname, '../../test/integration');
const ofBrowser = path.resolve(__dirname, '../../test/e2e');

/** As patterns of jest's. @param {(tags: ReturnType<typeof tagsOf>) => boolean} wanted */
const patternsOf = (wanted, within = folder) =>
  readdirSync(within, { recursive: true })
    .map((name) => path.join(within, String(name)))
    .filter((file) => file.endsWith('.spec.ts') && wanted(tagsOf(file)))
    .map(
      (file) => `/${path.relative(within, file).replace(/[\\/]/g, '/').replaceAll('.', '\\.')}$`,
    );

/** Files that the whole run has on the first engine alone. */
const onOneEngine = () => patternsOf(({ engines }) => engines !== 'both');
/** Files of which `npm test -- long` shows no more than the whole run, on the engine under test. */
const notLong = () =>
  patternsOf(({ engines, isLong }) =>
    process.env.ENGINE === 'postgres' ? engines !== 'both' && engines !== 'long' : !isLong,
  );
/** Browser tests of which `npm test -- long` shows no more than the whole run. */
const notLongInBrowser = () => patternsOf(({ isLong }) => !isLong, ofBrowser);
/** Files that are no part of the quick lane. */
const notQuick = () => patternsOf(({ lane }) => lane !== 'quick');

module.exports = { notLong, notLongInBrowser, notQuick, onOneEngine };
