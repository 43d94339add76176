// node scripts/jest/set-budgets.cjs: sets each context's budget to the processor time that it used
// in the last complete run on Redis (ENGINE=redis npm test -- integration), plus a quarter.
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { budgetsFrom } = require('./budgets.cjs');
const { spentFile } = require('./processor-time.cjs');

const folder = 'test/integration';
const root = path.resolve(__dirname, '../..');
const spent = readFileSync(spentFile, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => /** @type {import('./budgets.cjs').Spent} */ (JSON.parse(line)));
const files = readdirSync(path.join(root, folder), { recursive: true })
  .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.spec.ts'));
for (const { context, seconds } of budgetsFrom(spent, files))
  writeFileSync(path.join(root, folder, context, 'budget.json'), `{ "seconds": ${seconds} }\n`);
