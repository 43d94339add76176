// node scripts/jest/set-sampled.cjs SECONDS: decides which integration tests are sampled, and writes
// the sampled.json of each context. First run `REACHED=1 ENGINE=redis npm test -- integration`.
// These files run before each merge: those of the quick run, the cheapest file of each context
// without one, and the files that reach the most new code per second of processor time, up to SECONDS
// in all. The others are sampled (sampled-files.cjs).
const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { contextsIn } = require('./budgets.cjs');
const { reachedFile } = require('./reached-code.cjs');
const { tagsOf } = require('./tags.cjs');

const root = path.resolve(__dirname, '../..');
const folder = path.join(root, 'test/integration');
const budget = Number(process.argv[2]);
if (!(budget > 0)) throw new Error('Say how many seconds of processor time the unsampled may use');

const files = readFileSync(reachedFile, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => /** @type {import('./reached-code.cjs').Reached} */ (JSON.parse(line)))
  .map(({ file, seconds, blocks }) => ({
    file: path.join(root, file),
    context: file.split(/[\\/]/)[2] ?? '',
    // A file of almost no cost would otherwise reach an endless amount of code per second.
    seconds: Math.max(seconds, 0.3),
    blocks: new Set(blocks.split(',')),
  }))
  .filter(({ file }) => existsSync(file))
  .sort((a, b) => a.seconds - b.seconds);

/** @type {Set<string>} */
const reached = new Set();
/** @type {Set<string>} */
const always = new Set();
let spent = 0;
/** @param {(typeof files)[number]} one */
const keep = (one) => {
  always.add(one.file);
  spent += one.seconds;
  for (const block of one.blocks) reached.add(block);
};
for (const context of contextsIn(folder)) {
  const own = files.filter((one) => one.context === context);
  const quick = own.filter(({ file }) => tagsOf(file).lane === 'quick');
  for (const one of quick.length > 0 ? quick : own.slice(0, 1)) keep(one);
}

/** How many blocks a file reaches that no kept file reaches. @param {Set<string>} blocks */
const fresh = (blocks) => [...blocks].filter((block) => !reached.has(block)).length;
const waiting = new Set(files.filter(({ file }) => !always.has(file)));
/** Upper limits of what a file reaches per second, since later rounds can only lower it. */
const atMost = new Map([...waiting].map((one) => [one, Infinity]));
for (;;) {
  const order = [...waiting].sort((a, b) => (atMost.get(b) ?? 0) - (atMost.get(a) ?? 0));
  /** @type {{ one: (typeof files)[number], rate: number } | undefined} */
  let best;
  for (const one of order) {
    if (best && (atMost.get(one) ?? 0) <= best.rate) break;
    const rate = fresh(one.blocks) / one.seconds;
    atMost.set(one, rate);
    if (spent + one.seconds <= budget && (!best || rate > best.rate)) best = { one, rate };
  }
  if (!best) break;
  keep(best.one);
  waiting.delete(best.one);
}

for (const context of contextsIn(folder)) {
  const list = path.join(folder, context, 'sampled.json');
  const sampled = [...waiting].filter((one) => one.context === context);
  if (sampled.length === 0) {
    rmSync(list, { force: true });
    continue;
  }
  const entries = sampled
    .map(({ file, seconds }) => {
      const name = path.relative(path.join(folder, context), file).replaceAll('\\', '/');
      return /** @type {const} */ ([name, Math.max(1, Math.round(seconds))]);
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(list, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}
const all = new Set(files.flatMap(({ blocks }) => [...blocks]));
process.stdout.write(
  `${always.size} of ${files.length} files run before each merge, in ${spent.toFixed(0)} s of ` +
    `${files.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0)} s, and reach ` +
    `${((100 * reached.size) / all.size).toFixed(2)} % of the ${all.size} blocks that all reach\n`,
);
