import { join } from 'node:path';
import { startInbox } from '../inbox/inbox.mjs';
import { startPostgres } from '../engines/postgres.mjs';
import { reportProgress, runStep } from '../progress.mjs';
import { sendSignal } from '../processes/processes.mjs';
import { findRedis, startRedis } from '../engines/redis.mjs';
import { ensureDir, readOrCreateSecret } from '../processes/state.mjs';

/**
 * @typedef {object} Services
 * @property {NodeJS.ProcessEnv} env the variables with which the programs reach the services
 * @property {boolean} embedded whether the database was started here: DATABASE_URL names none
 * @property {'redis' | 'postgres'} engine the service that has the queues and the fan-out
 * @property {import('../inbox/inbox.mjs').Inbox | undefined} inbox
 * @property {import('../engines/postgres.mjs').Postgres | undefined} postgres
 * @property {import('../engines/redis.mjs').Redis | undefined} redis
 * @property {() => Promise<void>} stop
 * @property {() => void} kill
 */

/**
 * A service that kept() starts again whenever it dies; current() returns the instance that runs
 * now.
 * @template T
 * @typedef {{ current: () => T }} Kept
 */
/**
 * The services in the order in which startServices() starts them. An element is undefined if
 * startServices() did not start that service.
 * @typedef {[
 *   Kept<import('../engines/postgres.mjs').Postgres> | undefined,
 *   Kept<import('../engines/redis.mjs').Redis> | undefined,
 *   import('../inbox/inbox.mjs').Inbox | undefined, ]} Started
 */

/**
 * Starts the services that the environment does not configure: PostgreSQL, Redis (if it is on the
 * PATH), and the mail inbox.
 * @param {{ dir: string, env?: NodeJS.ProcessEnv, inboxPort?: number, engine?: 'redis' | 'postgres'
 * }} options engine: with `postgres`, Redis is not started even if it is on the PATH
 * @returns {Promise<Services>}
 */
export async function startServices({ dir, env = process.env, inboxPort = 0, engine }) {
  let stopping = false;
  const redisProgram = env.REDIS_URL || engine === 'postgres' ? undefined : findRedis(env);
  const started = await Promise.allSettled([
    env.DATABASE_URL
      ? undefined
      : runStep('starting PostgreSQL', () =>
          kept(
            'PostgreSQL',
            (port) => startPostgres({ dir, port }),
            () => stopping,
          ),
        ),
    redisProgram &&
      runStep(`starting ${redisProgram.name}`, () =>
        kept(
          redisProgram.name,
          (port) => startRedis({ dir: ensureDir(join(dir, 'redis')), program: redisProgram, port }),
          () => stopping,
        ),
      ),
    env.SMTP_URL ? undefined : startInbox({ dir: join(dir, 'inbox'), port: inboxPort }),
  ]);
  const [postgres, redis, inbox] = /** @type {Started} */ (
    started.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
  );
  const stop = async () => {
    stopping = true;
    // The database is stopped last, since the other services and programs may still write to it.
    await inbox?.stop();
    await redis?.current().stop();
    await postgres?.current().stop();
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const database = postgres?.current();
  if (database) await database.ensureDatabase('commonlab');
  const redisUrl = env.REDIS_URL || redis?.current().url;

  return {
    env: {
      ...(database && {
        DATABASE_URL: database.serverUrl(),
        MIGRATION_DATABASE_URL: database.ownerUrl(),
        SECRET_KEY: env.SECRET_KEY || readOrCreateSecret(dir, 'secret.key'),
      }),
      // The variable is left out if it is empty, since the programs refuse an empty value as
      // invalid.
      REDIS_URL: redisUrl || undefined,
      SMTP_URL: env.SMTP_URL || inbox?.smtpUrl,
    },
    embedded: Boolean(postgres),
    engine: redisUrl ? 'redis' : 'postgres',
    inbox,
    get postgres() {
      return postgres?.current();
    },
    get redis() {
      return redis?.current();
    },
    stop,
    kill() {
      stopping = true;
      if (redis) sendSignal(redis.current().pid, 'SIGKILL');
      if (postgres) sendSignal(postgres.current().pid, 'SIGQUIT');
    },
  };
}

/**
 * Keeps a service running: restarts it on the same port when it dies.
 * @template {{ port: number, ended: Promise<void> }} T
 * @param {string} name
 * @param {(port?: number) => Promise<T>} start
 * @param {() => boolean} isStopping
 */
async function kept(name, start, isStopping) {
  let current = await start();
  const watch = () =>
    void current.ended.then(async () => {
      for (let wait = 200; !isStopping(); wait = Math.min(wait * 2, 10_000)) {
        reportProgress(`${name} ended; starting it again.`);
        try {
          current = await start(current.port);
          return watch();
        } catch (error) {
          reportProgress(error instanceof Error ? error.message : String(error));
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
    });
  watch();
  return { current: () => current };
}
