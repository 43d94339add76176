// node scripts/jest/set-sampled.cjs: writes the sampled.json of each context from the processor time
// that its test files used in the last complete run on Redis (ENGINE=redis npm test -- integration).
const { rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { contextsIn, integrationFiles, mustBeWhole } = require('./budgets.cjs');
const { readSpent } = require('./processor-time.cjs');
const { sampledOf } = require('./sampled-files.cjs');
const { tagsOf } = require('./tags.cjs');

const root = path.resolve(__dirname, '../..');
const spent = readSpent();
mustBeWhole(spent, integrationFiles());
const isQuick = (/** @type {string} */ file) => tagsOf(path.join(root, file)).lane === 'quick';
for (const context of contextsIn()) {
  const list = path.join(root, 'test/integration', context, 'sampled.json');
  rmSync(list, { force: true });
  const sampled = sampledOf(context, spent, isQuick);
  if (Object.keys(sampled).length > 0)
    writeFileSync(list, `${JSON.stringify(sampled, undefined, 2)}\n`);
}
