import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GroupRole } from './database';

/** Somebody may have any number of rows: so many are in memory at once. */
const pageRows = 200;

/**
 * The database as it was at one moment, to be read only. Every statement says under which role it
 * reads (docs/domain.md, 4).
 */
export class Snapshot {
  private role: GroupRole | undefined;
  private cursors = 0;

  constructor(private readonly manager: EntityManager) {}

  async query<Row>(
    sql: string,
    parameters: unknown[],
    role: GroupRole = 'commonlab_app',
  ): Promise<Row[]> {
    await this.as(role);
    return this.manager.query<Row[]>(sql, parameters);
  }

  /** The rows of one statement, a page at a time; no page is empty. */
  async *pages<Row>(
    sql: string,
    parameters: unknown[],
    role: GroupRole = 'commonlab_app',
  ): AsyncGenerator<Row[]> {
    const cursor = `page_${++this.cursors}`;
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters, role);
    for (;;) {
      const rows = await this.query<Row>(`FETCH ${pageRows} FROM ${cursor}`, [], role);
      if (rows.length > 0) yield rows;
      if (rows.length < pageRows) break;
    }
    await this.query(`CLOSE ${cursor}`, [], role);
  }

  private async as(role: GroupRole): Promise<void> {
    if (role === this.role) return;
    await this.manager.query(`SET LOCAL ROLE ${role}`);
    this.role = role;
  }
}

@Injectable()
export class Snapshots {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads everything in one transaction: what changes meanwhile is as it was, in every table.
   * Nobody's reading or writing waits for it, and it waits for nobody; a migration of a table that
   * it has read does (migrate.ts).
   */
  take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.source.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await manager.query('SELECT 1'); // the moment is that of the first statement
      return work(new Snapshot(manager));
    });
  }
}

/** A list within a file of a copy; its rows are read when they are asked for, a page at a time. */
export interface PagedRows {
  name: string;
  pages: AsyncGenerator<readonly object[]>;
}

/** What a statement calls `row` is the row. */
export async function* rowsOf(
  pages: AsyncIterable<readonly { row: object }[]>,
): PagedRows['pages'] {
  for await (const page of pages) yield page.map(({ row }) => row);
}
