import { Pool, type PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { LinkReads } from './link-reads';
import { PooledClient } from './pooled-client';

/**
 * A named statement for a hot path: PostgreSQL parses it once per connection instead of at every
 * call, and keeps its plan after five calls, unless plans for the values of a call look cheaper
 * (person.read.ts says what to do then). It bypasses TypeORM, which does not support named statements, and runs on the pool,
 * on another pool, on a connection that reads links, on the given connection, or inside the transaction of the given
 * manager.
 * @param name unique within the program; a changed text needs a new connection, not a new name
 */
export const prepared =
  <Row extends object>(name: string, text: string) =>
  async (
    on: DataSource | EntityManager | LinkReads | Pool | PooledClient,
    values: unknown[],
  ): Promise<Row[]> => {
    const client =
      on instanceof LinkReads
        ? on.pool
        : on instanceof PooledClient || on instanceof Pool
          ? on
          : on instanceof DataSource
            ? ((on.driver as PostgresDriver).master as Pool)
            : ((await on.queryRunner?.connect()) as PoolClient | undefined);
    if (!client) throw new Error(`${name}: the manager of no transaction`);
    return (await client.query<Row>({ name, text, values })).rows;
  };
