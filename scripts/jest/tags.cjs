const { readFileSync } = require('node:fs');

/**
 * The tags in the first comment of a test file, one a line, each followed by its reason:
 * - `@lane quick`: one of the few that stand for their context before each commit.
 * - `@lane slow`: statistics, kill loops, mutations, journeys over many pages: no part of the quick
 *   run; its place is in lanes-in-order.cjs.
 * - `@long`: it does more in `npm test -- long` (test/support/chance/lanes.ts): more seeds, more moments, all
 *   combinations.
 * - `@engines both`: it exercises the queues, the workers or the fan-out themselves, so the whole run has it
 *   on Redis and on PostgreSQL alone.
 * - `@engines long`: it reaches them by way of what it is about, so `npm test -- long` has it on PostgreSQL
 *   alone.
 * @param {string} file
 * @returns {{ lane?: string, engines?: string, isLong: boolean }}
 */
function tagsOf(file) {
  const head = /^\s*\/\*\*[\s\S]*?\*\//.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  const tag = (/** @type {string} */ name) => new RegExp(`@${name} (\\w+)`).exec(head)?.[1];
  return { lane: tag('lane'), engines: tag('engines'), isLong: /@long\b/.test(head) };
}

module.exports = { tagsOf };
