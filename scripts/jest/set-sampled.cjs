// node scripts/jest/set-sampled.cjs: decides which integration tests are sampled, and writes the
// sampled.json of each context. A file is sampled if it used more than five seconds of processor time
// in the last complete run on Redis (ENGINE=redis npm test -- integration).
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { contextsIn } = require('./budgets.cjs');
const { spentFile } = require('./processor-time.cjs');
const { tagsOf } = require('./tags.cjs');

/** The processor time, in seconds, above which a file is sampled (docs/stack.md, Tests). */
const MOST = 5;

const root = path.resolve(__dirname, '../..');
const folder = path.join(root, 'test/integration');
const spent = readFileSync(spentFile, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => /** @type {import('./budgets.cjs').Spent} */ (JSON.parse(line)))
  .sort((a, b) => a.seconds - b.seconds);

/** The games of seats and slots always run: they prove that no seat is oversold. */
const ALWAYS = ['model'];

for (const context of contextsIn(folder)) {
  const of = path.join(folder, context);
  const own = spent
    .map(({ file, seconds }) => ({ file: path.join(root, file), seconds }))
    .filter(({ file }) => file.startsWith(of + path.sep));
  const sampled = own.filter(
    // The cheapest file of a context always runs, and so do those of the quick run.
    ({ file, seconds }, i) =>
      i > 0 && seconds > MOST && !ALWAYS.includes(context) && tagsOf(file).lane !== 'quick',
  );
  const list = path.join(of, 'sampled.json');
  rmSync(list, { force: true });
  if (sampled.length === 0) continue;
  const entries = sampled
    .map(({ file, seconds }) => {
      const name = path.relative(of, file).replaceAll('\\', '/');
      return /** @type {const} */ ([name, Math.round(seconds)]);
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(list, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}
