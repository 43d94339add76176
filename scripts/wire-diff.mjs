// node scripts/wire-diff.mjs BEFORE… AFTER [--renamed OLD=NEW]…: compares recordings of
// RECORD_WIRE. Exit code 1 on any difference.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from './lib/progress.mjs';
import { compare, grouped } from './lib/wire/wire.mjs';

const NAMES_SHOWN = 3;

/** @param {string} folder @returns {import('./lib/wire/wire.mjs').Exchange[]} */
const read = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => {
      /** @type {unknown} */
      const exchange = JSON.parse(line);
      return /** @type {import('./lib/wire/wire.mjs').Exchange} */ (exchange);
    });

/** @param {string[]} names */
const some = (names) =>
  [
    ...names.slice(0, NAMES_SHOWN).map((name) => `      ${name}`),
    ...(names.length > NAMES_SHOWN ? [`      … and ${names.length - NAMES_SHOWN} more`] : []),
  ].join('\n');

function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { renamed: { type: 'string', multiple: true, default: [] } },
  });
  const renamed = values.renamed.map((pair) => /** @type {[string, string]} */ (pair.split('=')));
  if (positionals.length < 2 || renamed.some((pair) => pair.length !== 2))
    throw new Error('Usage: node scripts/wire-diff.mjs BEFORE… AFTER [--renamed OLD=NEW]…');

  const recordings = positionals.map(read);
  const result = compare(recordings.slice(0, -1), recordings.at(-1) ?? [], { renamed });
  for (const [i, folder] of positionals.entries())
    say(`${folder}: ${result.tests[i]} tests, ${recordings[i]?.length} exchanges`);
  for (const test of result.onlyBefore) say(`  only before: ${test}`);
  for (const test of result.onlyAfter) say(`  only after:  ${test}`);
  for (const { where, before, after, tests, calls } of grouped(result.differences)) {
    say(`\n${where}: ${before} → ${after}`);
    say(`   ${calls.length} calls\n${some(calls)}`);
    say(`   ${tests.length} tests\n${some(tests)}`);
  }
  const found = result.onlyBefore.length + result.onlyAfter.length + result.differences.length;
  say(found ? `\n${found} differences` : 'no difference');
  return found ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
