import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPostgres } from '../../../scripts/lib/engines/postgres.mjs';
import { sendSignal, waitForEnd } from '../../../scripts/lib/processes/processes.mjs';
import { ensureDir, removeDir, temporaryDir } from '../../../scripts/lib/processes/state.mjs';
import { migrateDatabase } from '../../../server/migrate';
import { takeSeparateRedis, queueEngineUnderTest, type TestDatabases } from './engines';

export interface SeparateDatabases extends TestDatabases {
  /** A PostgreSQL that only this test file uses, for tests that stop it while the product runs. */
  postgres: {
    /** Shuts down as an administrator does, which terminates every connection. */
    stop(): Promise<void>;
    /** Crashes: no connection closes cleanly, and the next start recovers from the WAL. */
    crash(): Promise<void>;
    /** Freezes the process, like a network failure: it keeps every connection and answers none. */
    freeze(): Promise<void>;
    thaw(): Promise<void>;
    /** Restarts on the same port, with the same data. */
    start(): Promise<void>;
  };
}

/** Starts a separate PostgreSQL, migrated, and a separate Redis if Redis holds the queues. */
export async function startSeparateDatabases(): Promise<SeparateDatabases> {
  const engine = queueEngineUnderTest();
  const dir = temporaryDir('postgres');
  const first = await startPostgres({ dir });
  let running: typeof first | undefined = first;
  await first.ensureDatabase('commonlab');
  const urls = { databaseUrl: first.serverUrl(), migrationDatabaseUrl: first.ownerUrl() };
  await migrateDatabase(urls.migrationDatabaseUrl, urls.databaseUrl);
  const redis = engine === 'redis' ? await takeSeparateRedis() : undefined;
  /** Lists the process ids of the postmaster and of everything that it has started. */
  const all = async () => {
    const pid = String(running?.pid);
    const { stdout } = await promisify(execFile)('pgrep', ['-P', pid]);
    return [pid, ...stdout.split('\n').filter(Boolean)].map(Number);
  };
  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen.splice(0)) sendSignal(pid, 'SIGCONT');
    return Promise.resolve();
  };
  const stop = async () => {
    await thaw();
    await running?.stop();
    running = undefined;
  };
  return {
    engine,
    ...urls,
    redisUrl: redis?.url,
    redis,
    dataDir: ensureDir(join(dir, 'data-of-applications')),
    postgres: {
      stop,
      async freeze() {
        if (!running) return;
        // The postmaster is stopped first, so that it starts no further process.
        sendSignal(running.pid, 'SIGSTOP');
        frozen = await all();
        for (const pid of frozen) sendSignal(pid, 'SIGSTOP');
      },
      thaw,
      async crash() {
        if (!running) return;
        sendSignal(running.pid, 'SIGQUIT');
        if (!(await waitForEnd(running.pid, 30_000))) throw new Error('PostgreSQL did not end');
        running = undefined;
      },
      async start() {
        running ??= await startPostgres({ dir, port: first.port });
      },
    },
    async drop() {
      await redis?.release();
      await stop();
      removeDir(dir);
    },
  };
}
