// npm start: installs, builds and runs the product from a fresh clone. Until the dependencies are
// installed, this program imports only Node's own modules.
import { join } from 'node:path';
import { buildWithoutAwaitingWeb } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { LockInUse, isProcessRunningProgram, takeLock } from './lib/processes/lock.mjs';
import { DIST } from './lib/paths.mjs';
import { isPortFree } from './lib/processes/ports.mjs';
import { endLeftoverPostgres } from './lib/engines/postgres.mjs';
import { executableName, endLeftoverProcess } from './lib/processes/processes.mjs';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, startProduct } from './lib/product.mjs';
import { reportProgress } from './lib/progress.mjs';
import { endLeftoverRedis } from './lib/engines/redis.mjs';
import { dataDir, ensureDir, postgresDataDir } from './lib/processes/state.mjs';

const DEADLINE = 10_000;
// Writing to a closed terminal causes an error event. Without a listener, this event would end the
// launcher before it has stopped the database.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** A mistake of the user, which is printed in one line, without a stack trace. */
class StartError extends Error {}

function readPort() {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT is "${process.env.PORT}", but must be a number from 1 to 65535.`);
  return port;
}

/**
 * Ends programs that an earlier launcher left running.
 * @param {string} dir @param {{ name: string, pid: number }[]} left
 */
async function endLeftovers(dir, left) {
  const ours = left.filter(({ pid }) => isProcessRunningProgram(pid, DIST));
  const ended = await Promise.all([
    ...ours.map(
      async ({ name, pid }) =>
        (await endLeftoverProcess(pid, {
          names: [executableName(process.pid)],
          first: 'SIGTERM',
        })) && name,
    ),
    endLeftoverRedis(join(dir, 'redis')).then((done) => done && 'Redis'),
  ]);
  // PostgreSQL is ended last, after the programs that use it.
  const postgres = await endLeftoverPostgres(postgresDataDir(dir));
  const names = [...ended, postgres && 'PostgreSQL'].filter(Boolean);
  if (names.length > 0)
    reportProgress(
      `An earlier start was cut off; ended what it had left running: ${names.join(', ')}.`,
    );
}

/**
 * Prints the addresses of the running product.
 * @param {import('./lib/product.mjs').Product} product @param {number} seconds
 */
function greet(product, seconds) {
  const { services } = product;
  const rows = [
    ['Commonlab', product.env.PUBLIC_WEB_URL ?? product.url],
    ...(product.studySite ? [['Study', `${product.studySite}  (the demo's external study)`]] : []),
    ...(product.inbox ? [['Inbox', `${product.inbox.url}  (every mail it sends)`]] : []),
    [
      'Queues',
      services.engine === 'redis'
        ? `Redis${services.redis ? ` (${services.redis.program.name} ${services.redis.program.version})` : ''}`
        : 'PostgreSQL',
    ],
    ['Logs', product.logDir],
  ];
  reportProgress(`\nReady in ${seconds.toFixed(1)} s.\n`);
  for (const [name, value] of rows) reportProgress(`  ${(name ?? '').padEnd(10)} ${value}`);
  if (product.demo) {
    reportProgress(`\n  Demo accounts, all with the password ${DEMO_PASSWORD}`);
    for (const [role, email] of Object.entries(DEMO_ACCOUNTS))
      reportProgress(`    ${role.padEnd(14)} ${email}`);
    if (product.seeded)
      reportProgress(
        product.seeded
          .split('\n')
          .map((line) => `  ${line}`)
          .join('\n'),
      );
  }
  reportProgress('\nCtrl-C stops it.');
}

async function main() {
  const started = performance.now();
  const port = readPort();
  const dir = ensureDir(dataDir());
  const lock = takeLock(dir);
  const giveUp = new AbortController();
  /** @type {import('./lib/product.mjs').Product | undefined} */
  let product;
  /** @type {Promise<unknown>} */
  let starting = Promise.resolve();

  const stop = async () => {
    if (giveUp.signal.aborted) return;
    giveUp.abort(new StartError('Stopped.'));
    reportProgress('\nStopping …');
    setTimeout(() => {
      reportProgress('It took too long; ended by force.');
      product?.kill();
      lock.release();
      process.exit(1);
    }, DEADLINE).unref();
    await starting.catch(() => {});
    await product?.stop();
    lock.release();
    reportProgress('Stopped.');
    process.exit(0);
  };
  for (const name of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(name, () => void stop());

  starting = (async () => {
    await endLeftovers(dir, lock.left);
    if (!['', '0', '1', 'force'].includes(process.env.DEMO ?? ''))
      throw new StartError('DEMO: 0, 1 or force');
    if (process.env.HOST && !(await isPortFree(0, process.env.HOST)))
      throw new StartError(`HOST: ${process.env.HOST} is no address of this machine`);
    if (!(await isPortFree(port, process.env.HOST || '127.0.0.1')))
      throw new StartError(
        `Port ${port} is in use by another program: choose another one, as in PORT=${port + 1} npm start`,
      );
    await ensureInstalled({ toRun: true, signal: giveUp.signal });
    giveUp.signal.throwIfAborted();
    // The launcher's own tests use stand-in programs, which need no build.
    const built = process.env.COMMONLAB_DIST ? undefined : await buildWithoutAwaitingWeb();
    giveUp.signal.throwIfAborted();
    product = await startProduct({
      dir,
      webBuilt: built?.webBuilt,
      port,
      signal: giveUp.signal,
      inboxPort: Number(process.env.INBOX_PORT || 3025),
      studyPort: Number(process.env.DEMO_STUDY_PORT || 3026),
      onChildren: (children) => lock.update({ children }),
    });
    lock.update({ url: product.env.PUBLIC_WEB_URL });
  })();
  try {
    await starting;
    if (product) greet(product, (performance.now() - started) / 1000);
  } catch (error) {
    if (giveUp.signal.aborted) return;
    lock.release();
    throw error;
  }
}

main().catch((error) => {
  const known = error instanceof StartError || error instanceof LockInUse;
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? error.message || error.stack : String(error)}\n`,
  );
  process.exit(1);
});
