import { Inject, Injectable } from '@nestjs/common';
import { CAPABILITIES } from '../server/platform/capabilities-token';
import type { Capabilities, OwnedTable } from '../server/platform/context/capabilities';
import { Clock, days, addMilliseconds, minutes } from '../server/platform/concurrency/clock';
import type { RetentionException } from '../server/platform/context/context';
import { UnitOfWork } from '../server/platform/db/unit-of-work';
import { redactedErrorMessageOf } from '../server/platform/observability/redact-error';
import type { ScheduledJob } from '../server/platform/messaging/consumer';

/**
 * How many rows one statement deletes at most, so that no other transaction waits for a lock for
 * long.
 */
const batchRows = 1_000;

/**
 * Deletes the rows whose retention has ended (`retention.expires` of each table that a context
 * declares).
 */
@Injectable()
export class RetentionJob implements ScheduledJob {
  readonly name = 'tidy';
  readonly everyMs = minutes(15);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CAPABILITIES) private readonly capabilities: Capabilities,
  ) {}

  /**
   * @returns how many rows were deleted
   * @throws AggregateError with the errors of all statements that failed, after all statements have
   * run
   */
  async run(): Promise<number> {
    const now = this.clock.now();
    const moments: [Date, Date] = [now, addMilliseconds(now, -days(7))];
    const statements = retentionStatements(this.capabilities);
    let removed = 0;
    const failures: unknown[] = [];
    for (const statement of statements) {
      // If a statement fails, the other tables are still processed.
      await this.removeAll(statement, moments).then(
        (rows) => (removed += rows),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} of ${statements.length} statements of retention failed: ` +
          failures.map(redactedErrorMessageOf).join('; '),
      );
    return removed;
  }

  /**
   * Deletes expired rows in several transactions, until one deletes fewer than `batchRows` rows. A
   * transaction skips rows that another worker has locked, and may therefore end the loop early.
   */
  private async removeAll(statement: string, moments: [Date, Date]): Promise<number> {
    let removed = 0;
    for (let batch = batchRows; batch === batchRows; removed += batch)
      batch = await this.remove(statement, moments);
    return removed;
  }

  private remove(statement: string, moments: [Date, Date]): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const [row] = await tx.query<{ n: number }>(countDeletedRowsSql(statement), moments);
      return row?.n ?? 0;
    });
  }
}

/**
 * Wraps a statement of `retentionStatements` so that it returns the number of deleted rows as `n`.
 * The condition states the types of both parameters, because some statements use only one of them.
 */
export const countDeletedRowsSql = (statement: string): string =>
  `WITH gone AS (${statement} RETURNING 1) SELECT count(*)::int AS n FROM gone
   WHERE $1::timestamptz > $2::timestamptz`;

/**
 * Returns one DELETE statement for each table whose rows expire. Rows must be deleted before the
 * rows to which they refer. `tables` begins with the tables of the lowest context. Tables of higher
 * contexts refer to them, so the statements are in the reverse order. Parameter $1 is the current
 * time, and $2 is a week earlier.
 */
export function retentionStatements({ tables, keeps }: Capabilities): string[] {
  return tables
    .flatMap((table) =>
      table.retention.expires
        ? [statementOf(table, table.retention.expires, keepsOf(keeps, table))]
        : [],
    )
    .reverse();
}

const keepsOf = (keeps: readonly RetentionException[], { entity }: OwnedTable): string =>
  keeps
    .filter(({ of }) => of === entity)
    .map(({ exists }) => ` AND NOT EXISTS (SELECT 1 ${exists})`)
    .join('');

const statementOf = (
  { name }: OwnedTable,
  { key, where }: { key: string; where: string },
  unlessKept: string,
): string =>
  `DELETE FROM ${name} WHERE ${key} IN (SELECT ${key} FROM ${name} AS kept
   WHERE (${where})${unlessKept} LIMIT ${batchRows} FOR UPDATE OF kept SKIP LOCKED)`;
