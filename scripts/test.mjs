// npm test: all tests, on a fresh clone. npm test -- unit|integration|e2e [arguments of jest]: one
// suite, for developers.
import { build } from './build.mjs';
import { CHECKS, runChecks } from './lib/checks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJest } from './lib/jest.mjs';
import { say } from './lib/progress.mjs';
import { findRedis } from './lib/engines/redis.mjs';
import { aptInstall, canAptInstall } from './lib/tools.mjs';

const PARTS = ['check', 'unit', 'integration', 'e2e'];
const [part, ...args] = process.argv.slice(2);
const sum = { passed: 0, failed: 0 };

/** @param {string} name */
const wanted = (name) => !part || part === name;

/** @param {string} name @param {import('./lib/jest.mjs').Counts} counts */
function add(name, { passed, failed, note }) {
  sum.passed += passed;
  sum.failed += failed;
  say(`— ${name}: ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}\n`);
}

/**
 * A suite that could not run at all is a failure, reported in one line.
 * @param {string} name
 * @param {unknown} error
 */
const couldNot = (name, error) =>
  add(name, { passed: 0, failed: 1, note: error instanceof Error ? error.message : String(error) });

async function ensureRedis() {
  if (findRedis()) return;
  if (canAptInstall()) await aptInstall('redis-server', 'for the tests on the Redis engine');
  if (!findRedis())
    throw new Error(
      'there is no redis-server or valkey-server on the PATH, and none could be installed',
    );
}

async function main() {
  if (part && !PARTS.includes(part))
    throw new Error(`There is no part "${part}": ${PARTS.join(', ')}`);
  await ensureInstalled();
  /** @type {unknown} */
  let noRedis;
  /** @type {unknown} */
  let noChromium;
  if (wanted('integration')) await ensureRedis().catch((error) => void (noRedis = error));
  if (wanted('e2e'))
    process.env.CHROMIUM_PATH =
      (await ensureChromium().catch((error) => ((noChromium = error), ''))) || undefined;
  if (noChromium) delete process.env.CHROMIUM_PATH;

  await build({ web: wanted('e2e') }).catch((error) => couldNot('build', error));

  if (wanted('check')) add('check', await runChecks(CHECKS, say));
  if (wanted('unit')) add('unit', await runJest('unit', { args }));
  if (wanted('integration')) {
    for (const engine of process.env.ENGINE ? [process.env.ENGINE] : ['redis', 'postgres']) {
      const name = `integration on ${engine === 'redis' ? 'Redis' : 'PostgreSQL alone'}`;
      if (engine === 'redis' && noRedis) couldNot(name, noRedis);
      else
        add(
          name,
          await runJest('integration', {
            args,
            env: { ENGINE: engine, ...(args.length === 0 && { WHOLE_RUN: '1' }) },
            label: `integration-${engine}`,
          }),
        );
    }
  }
  if (wanted('e2e')) {
    if (noChromium) couldNot('e2e', noChromium);
    else add('e2e', await runJest('e2e', { args }));
  }
}

await main().catch((error) => couldNot('tests', error));
process.exitCode = sum.failed ? 1 : 0;
say(`${sum.passed} passed, ${sum.failed} failed`);
