import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from '../../../scripts/lib/build.mjs';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { startPostgres } from '../../../scripts/lib/engines/postgres.mjs';
import { abandonedDirs, removeDir, temporaryDir } from '../../../scripts/lib/processes/state.mjs';
import { findRedis, startRedis } from '../../../scripts/lib/engines/redis.mjs';

const TEMPLATE = 'commonlab_template';

/**
 * This PostgreSQL and its data are thrown away after the run, so nothing protects them against a
 * crash. A test that crashes PostgreSQL starts a separate one, with the default durability
 * (own-engines.ts).
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  scram_iterations: 1,
  // Enough for three workers of jest. Each worker runs one or two applications, and some test files
  // start three more programs.
  max_connections: 600,
};

/**
 * The programs that the teardown, which runs in the same process, must stop.
 * @type {{   postgres?: import('../../../scripts/lib/engines/postgres.mjs').Postgres,   redis:
 * import('../../../scripts/lib/engines/redis.mjs').Redis[], dataDir?: string }}
 */
export const startedEngines = { redis: [] };

/**
 * Decides which database holds the queues: the one that ENGINE names; otherwise Redis, if it is
 * installed.
 */
function engine() {
  const asked = process.env.ENGINE;
  if (asked && asked !== 'redis' && asked !== 'postgres')
    throw new Error(`ENGINE is "${asked}", but must be "redis" or "postgres".`);
  const redis = findRedis();
  if (asked === 'redis' && !redis)
    throw new Error('ENGINE=redis, but there is no redis-server or valkey-server on the PATH.');
  return { chosen: asked ?? (redis ? 'redis' : 'postgres'), redis };
}

/**
 * Starts one PostgreSQL for the whole run and applies the real migrations to a template database.
 * If Redis holds the queues, also starts two Redis for each worker of jest: one for the application
 * that all its test files share (app/shared-app-environment.ts), and one for applications that a
 * test file starts itself (engines/spare-redis.ts).
 * @param {{ maxWorkers: number }} run
 */
export default async function setup({ maxWorkers }) {
  // The tests run the built programs, so the setup builds them first: otherwise a run by hand could
  // test outdated programs.
  await build({ web: false });
  const migrate = programPath('server/migrate.main');
  const { chosen, redis: redisProgram } = engine();
  const postgres = await startPostgres({ settings });
  startedEngines.postgres = postgres;
  await postgres.ensureDatabase(TEMPLATE);
  // The migrations run without a Redis address, so they also create BullMQ's tables. If Redis holds
  // the queues, these tables stay unused.
  const { DATABASE_URL: _url, REDIS_URL: _redis, ...env } = process.env;
  try {
    await promisify(execFile)(process.execPath, [migrate], {
      env: {
        ...env,
        DATABASE_URL: postgres.serverUrl(TEMPLATE),
        MIGRATION_DATABASE_URL: postgres.ownerUrl(TEMPLATE),
        SMTP_URL: 'smtp://127.0.0.1:1',
        SECRET_KEY: 'x'.repeat(43),
        LOG_LEVEL: 'warn',
        DEMO: '0',
      },
    });
  } catch (error) {
    await postgres.stop();
    const {
      stdout = '',
      stderr = '',
      message,
    } = /** @type {Error & { stdout?: string, stderr?: string }} */ (error);
    throw new Error(`The template database could not be migrated:\n${stdout}${stderr || message}`, {
      cause: error,
    });
  }
  if (chosen === 'redis')
    startedEngines.redis = await Promise.all(
      Array.from({ length: maxWorkers * 2 }, () => startRedis({ program: redisProgram })),
    );
  for (const dir of abandonedDirs('test-data')) removeDir(dir);
  startedEngines.dataDir = temporaryDir('test-data');
  process.env.COMMONLAB_TEST_ENGINES = JSON.stringify({
    dataDir: startedEngines.dataDir,
    engine: chosen,
    template: TEMPLATE,
    ownerUrl: postgres.ownerUrl('{database}'),
    serverUrl: postgres.serverUrl('{database}'),
    redisUrls: startedEngines.redis.slice(0, maxWorkers).map(({ url }) => url),
    spareRedis: startedEngines.redis.slice(maxWorkers).map(({ url, pid }) => ({ url, pid })),
    redisProgram,
    pid: postgres.pid,
  });
}
