import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

/**
 * A statement of a hot path: under a name, PostgreSQL parses and plans it once per connection
 * instead of each time, and TypeORM, which knows no names, is passed by. It runs on the pool, or
 * inside the transaction of the manager that it is given.
 * @param name unique within the program; a changed text needs a new connection, not a new name
 */
export const prepared =
  <Row extends object>(name: string, text: string) =>
  async (on: DataSource | EntityManager, values: unknown[]): Promise<Row[]> => {
    const client =
      on instanceof DataSource
        ? ((on.driver as PostgresDriver).master as Pool)
        : ((await on.queryRunner?.connect()) as PoolClient | undefined);
    if (!client) throw new Error(`${name}: the manager of no transaction`);
    return (await client.query<Row>({ name, text, values })).rows;
  };
