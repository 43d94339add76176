import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { poolConfig } from './pool';
import { requestTimeouts, workerTimeouts, type DatabaseTimeouts } from './pooled-client';

type Entities = readonly EntityTarget<ObjectLiteral>[];

/**
 * Group roles in PostgreSQL. roles.ts creates them, and migrations grant privileges to them
 * (docs/domain.md, 4).
 */
export const groupRoles = ['commonlab_app', 'commonlab_link', 'commonlab_export'] as const;
/** Roles under which database functions run. No database session may take one of them. */
export const functionRoles = ['commonlab_answers'] as const;
export type GroupRole = (typeof groupRoles)[number];

/**
 * The PostgreSQL settings of each connection of the server and the workers: its role and its
 * timeouts.
 */
export const postgresSessionSettings = (
  role: GroupRole,
  { statementMs }: DatabaseTimeouts,
): string =>
  `-c role=${role} -c statement_timeout=${statementMs} -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000`;

/**
 * A PostgreSQL setting that forbids sequential scans, for connections that only look up rows by
 * key. Without it, a prepared statement that is planned while a table is nearly empty would scan
 * the whole table at every call, until the table is next analyzed.
 */
export const noSequentialScans = '-c enable_seqscan=off';

/**
 * The name under which the server's connection pool appears in PostgreSQL. Statements under
 * this name come from requests of people.
 */
export const serverPoolName = 'commonlab-server';

/**
 * The pool settings of the server and the workers. Every connection starts in the role
 * `commonlab_app`. A transaction that must join a name with a participation switches the role with
 * SET LOCAL ROLE, and single reads on a hot path have connections of their own (link-reads.ts). The
 * pool is small on purpose, so that fewer connections compete for a row that many requests need.
 */
export function databaseOptions(
  url: string,
  entities: Entities,
  application: string,
  poolSize = 8,
): DataSourceOptions {
  const patience = application === serverPoolName ? requestTimeouts : workerTimeouts;
  return {
    type: 'postgres',
    url,
    entities: entities as DataSourceOptions['entities'],
    synchronize: false,
    applicationName: application,
    poolSize,
    extra: {
      ...poolConfig(patience),
      options: postgresSessionSettings('commonlab_app', patience),
    },
    // PostgreSQL closed an idle connection. This needs no action: the pool opens another connection
    // when it needs one.
    poolErrorHandler: () => undefined,
  };
}

/**
 * The options of the owner's connection, for migrations and for the drift check. While a change of
 * a table waits for a long read, it blocks all later queries on the table. So the lock timeout is
 * short, and the change fails instead of waiting.
 */
export const migrationOptions = (
  url: string,
  entities: Entities,
  migrations: DataSourceOptions['migrations'],
): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: entities as DataSourceOptions['entities'],
  migrations,
  synchronize: false,
  migrationsTableName: 'migration',
  migrationsTransactionMode: 'each',
  poolSize: 2,
  extra: { options: '-c lock_timeout=3000' },
});

/**
 * Connects to the database. Retries while PostgreSQL is starting or unreachable, and gives up after
 * `patienceMs`.
 */
export async function connect(
  options: DataSourceOptions,
  patienceMs = 30_000,
): Promise<DataSource> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const source = new DataSource(options);
    try {
      return await source.initialize();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (Date.now() > until || !/^(ECONNREFUSED|ECONNRESET|57P03)$/.test(code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
