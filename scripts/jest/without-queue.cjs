const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
/** A test that imports one of these uses workers, programs or sockets: a queue or the fan-out. */
const reaching = [
  'test/support/workers',
  'test/support/watcher',
  'test/support/programs',
  'test/support/own-engines',
  'workers/start',
  'workers/relay',
  'workers/queue-worker',
].map((name) => path.join(root, name));
/**
 * These tests use workers only to produce the state that they check. The tests in workers/,
 * outages/ and live/ run on both engines and show that each loses nothing, retries and keeps order.
 */
const oneEngineIsEnough = new Set(
  [
    'audit/audit-chain',
    'audit/commands',
    'accounts/users',
    'data-rights/failing',
    'accounts/deletion',
    'authentication/identities-reported',
    'authentication/saml/saml-ending',
    'authentication/second-factor/second-factor-administrators',
    'authentication/sign-ins',
    'platform/misc-routes',
  ].map((name) => path.join(root, 'test/integration', `${name}.spec.ts`)),
);
const itsFolders = /[\\/](workers|outages|live)[\\/]/;
const itsWords = /\b(redis|bullmq)\b/i;

/** What a file imports by a path, without the ending. @param {string} file */
const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, name]) =>
    path.resolve(path.dirname(file), name ?? ''),
  );

/** @param {string} file @param {Set<string>} [seen] @returns {boolean} */
function reaches(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some(
    (name) =>
      reaching.includes(name) ||
      (name.startsWith(path.join(root, 'test/')) &&
        existsSync(`${name}.ts`) &&
        reaches(`${name}.ts`, seen)),
  );
}

/** The integration tests whose outcome cannot depend on the queue engine, as jest's patterns. */
function withoutQueue() {
  const folder = path.join(root, 'test/integration');
  for (const file of oneEngineIsEnough)
    if (!existsSync(file)) throw new Error(`${file} is gone: take it off the list`);
  const specs = readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => file.endsWith('.spec.ts'));
  return specs
    .filter(
      (file) =>
        oneEngineIsEnough.has(file) ||
        (!itsFolders.test(path.relative(root, file)) &&
          !itsWords.test(readFileSync(file, 'utf8')) &&
          !reaches(file)),
    )
    .map(
      (file) => `/${path.relative(folder, file).replace(/[\\/]/g, '/').replaceAll('.', '\\.')}$`,
    );
}

module.exports = { withoutQueue };
