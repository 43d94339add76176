// node scripts/jest/set-budgets.cjs: sets each context's budget to the processor time that it used
// in the last complete run on Redis (ENGINE=redis npm test -- integration), plus a quarter.
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { budgetsFrom, integrationFiles } = require('./budgets.cjs');
const { readSpent } = require('./processor-time.cjs');

const folder = path.resolve(__dirname, '../../test/integration');
for (const { context, seconds } of budgetsFrom(readSpent(), integrationFiles()))
  writeFileSync(path.join(folder, context, 'budget.json'), `{ "seconds": ${seconds} }\n`);
