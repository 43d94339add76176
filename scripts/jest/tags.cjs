const { readFileSync } = require('node:fs');

/**
 * Reads the tags in the first comment of a test file. Each tag is on a line of its own, followed by
 * its reason.
 * - `@lane quick`: one of the few files that represent their context in the run before each commit.
 * - `@lane slow`: it has very many cases or visits many pages. It is not part of the quick run;
 *   lanes-in-order.cjs determines when it runs.
 * - `@long`: it does more in `npm test -- long` (test/support/chance/lanes.ts): more random
 *   seeds, more points in time, all combinations.
 * - `@engines both`: it tests the queues, the workers or the distribution of live messages, so a
 *   complete run includes it with Redis and with PostgreSQL alone.
 * - `@engines long`: it uses queues or workers only indirectly, so only `npm test -- long` runs
 *   it with PostgreSQL alone.
 * @param {string} file
 * @returns {{ lane?: string, engines?: string, isLong: boolean }}
 */
function tagsOf(file) {
  const head = /^\s*\/\*\*[\s\S]*?\*\//.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  const tag = (/** @type {string} */ name) => new RegExp(`@${name} (\\w+)`).exec(head)?.[1];
  return { lane: tag('lane'), engines: tag('engines'), isLong: /@long\b/.test(head) };
}

module.exports = { tagsOf };
