import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GroupRole } from './database';

/**
 * The number of rows in a page. An account may have any number of rows, but never more than one
 * page of them is in memory.
 */
const pageRows = 200;

/**
 * A read-only view of the database at one moment. Every statement names the role under which it
 * reads (docs/domain.md, 4).
 */
export class Snapshot {
  private role: GroupRole | undefined;
  private cursors = 0;
  private before: Promise<unknown> = Promise.resolve();

  constructor(private readonly manager: EntityManager) {}

  async query<Row>(
    sql: string,
    parameters: unknown[],
    role: GroupRole = 'commonlab_app',
  ): Promise<Row[]> {
    // Runs one query after the other, each under its role. Callers may start a query before the
    // previous one has ended, since rows are read ahead while earlier rows are still being written.
    const mine = this.before.then(async () => {
      await this.as(role);
      return this.manager.query<Row[]>(sql, parameters);
    });
    this.before = mine.catch(() => undefined);
    return mine;
  }

  /** Reads the rows of one statement, a page at a time. No page is empty. */
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
   * Runs all reads in one transaction, which does not see concurrent changes. The transaction does
   * not delay other reads and writes, and they do not delay the transaction. It delays only
   * migrations of the tables that it has read (migrate.ts).
   */
  take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.source.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await manager.query('SELECT 1'); // the first statement sets the moment
      return work(new Snapshot(manager));
    });
  }
}

/** A list within an export file. Its rows are read when they are needed, a page at a time. */
export interface PagedRows {
  name: string;
  pages: AsyncGenerator<readonly object[]>;
}

/** Yields the column `row` of each row. */
export async function* unwrapRows(
  pages: AsyncIterable<readonly { row: object }[]>,
): PagedRows['pages'] {
  for await (const page of pages) yield page.map(({ row }) => row);
}
