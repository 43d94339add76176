const { readdirSync } = require('node:fs');
const path = require('node:path');
const { tagsOf } = require('./tags.cjs');

const folder = path.resolve(__dirname, '../../test/integration');
const specs = () =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => file.endsWith('.spec.ts'));

/** File patterns for jest. @param {(tags: ReturnType<typeof tagsOf>) => boolean} wanted */
const patternsOf = (wanted) =>
  specs()
    .filter((file) => wanted(tagsOf(file)))
    .map(
      (file) => `/${path.relative(folder, file).replace(/[\\/]/g, '/').replaceAll('.', '\\.')}$`,
    );

/** Files that the whole run has on the first engine alone. */
const onOneEngine = () => patternsOf(({ engines }) => engines !== 'both');
/** Files of which `npm test -- long` shows no more than the whole run, on the engine under test. */
const notLong = () =>
  patternsOf(({ engines, isLong }) =>
    process.env.ENGINE === 'postgres' ? engines !== 'both' && engines !== 'long' : !isLong,
  );
/** Files that are no part of the quick lane. */
const notQuick = () => patternsOf(({ lane }) => lane !== 'quick');

module.exports = { notLong, notQuick, onOneEngine };
