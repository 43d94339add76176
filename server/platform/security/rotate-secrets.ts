import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { encryptedValuePrefix } from './sealing';
import type { EncryptedTableColumn } from './sealed-column';
import type { Secrets } from './secrets';

/** The number of rows in a transaction, unless the column declares another one. */
const atOnce = 500;
/**
 * How often the rotation tries again the rows that other transactions have locked, and the pause
 * before each attempt, in milliseconds.
 */
const rounds = 20;
const pauseMs = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The result for one encrypted column, in numbers of rows. */
export interface ColumnRotationResult {
  /** `schema.table.column` */
  column: string;
  resealed: number;
  /**
   * Rows that are still encrypted under a former version, because they were locked for long or are
   * damaged.
   */
  left: number;
  /** The error of the first value that could not be decrypted. */
  trouble: string | undefined;
}

interface Sealed {
  row: string;
  sealed: Buffer;
}

/**
 * Encrypts every declared column again under the current version of the server's key, while the
 * server and the workers run: in batches, each in a short transaction. Two rotations at the same
 * time skip each other's rows; after an interruption, the next run continues with the remaining
 * rows.
 * @param owner a connection of the database's owner, who may write to every table
 */
export async function rotateSecrets(
  owner: DataSource,
  secrets: Secrets,
  { sealed }: { readonly sealed: readonly EncryptedTableColumn[] },
): Promise<ColumnRotationResult[]> {
  const all: ColumnRotationResult[] = [];
  for (const column of sealed) all.push(await rotateColumn(owner, secrets, column));
  return all;
}

async function rotateColumn(
  owner: DataSource,
  secrets: Secrets,
  at: EncryptedTableColumn,
): Promise<ColumnRotationResult> {
  const rotated: ColumnRotationResult = {
    column: `${at.table}.${at.column}`,
    resealed: 0,
    left: 0,
    trouble: undefined,
  };
  const prefix = encryptedValuePrefix(secrets.version);
  // It is safe to put the names of the table and the column into the SQL. They come from the
  // contexts' declarations, which were compared with the entities when the program started.
  const isOld = `substring(${at.column} FROM 1 FOR ${prefix.length}) <> '${prefix}'::bytea`;
  const left = async () => {
    const [{ count } = { count: 0 }]: { count: number }[] = await owner.query(
      `SELECT count(*)::int AS count FROM ${at.table} WHERE ${isOld}`,
    );
    return count;
  };
  for (let round = 1; ; round++) {
    const damaged = await everyBatch(owner, secrets, at, isOld, rotated);
    rotated.left = await left();
    if (rotated.left <= damaged || round === rounds) return rotated;
    await wait(pauseMs);
  }
}

/**
 * Encrypts the rows of a column batch by batch.
 * @returns how many values could not be decrypted
 */
async function everyBatch(
  owner: DataSource,
  secrets: Secrets,
  at: EncryptedTableColumn,
  isOld: string,
  rotated: ColumnRotationResult,
): Promise<number> {
  let damaged = 0;
  const limit = at.rowsAtOnce ?? atOnce;
  for (let after = beforeAll; ;) {
    const done: { rows: Sealed[]; resealed: number } = await owner.transaction(async (manager) => {
      const rows: Sealed[] = await manager.query(
        `SELECT ${at.row} AS row, ${at.column} AS sealed FROM ${at.table}
         WHERE ${isOld} AND ${at.row} > $1::uuid
         ORDER BY ${at.row} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
        [after],
      );
      const anew = rows.flatMap(({ row, sealed }) => {
        try {
          return [
            {
              row,
              sealed: secrets.seal(at.purpose, row, secrets.openBytes(at.purpose, row, sealed)),
            },
          ];
        } catch (error) {
          rotated.trouble ??= error instanceof Error ? error.message : String(error);
          damaged += 1;
          return [];
        }
      });
      await manager.query(
        `UPDATE ${at.table} t SET ${at.column} = n.sealed
         FROM unnest($1::uuid[], $2::bytea[]) AS n (row, sealed) WHERE t.${at.row} = n.row`,
        [anew.map(({ row }) => row), anew.map(({ sealed }) => sealed)],
      );
      return { rows, resealed: anew.length };
    });
    rotated.resealed += done.resealed;
    after = done.rows.at(-1)?.row ?? after;
    if (done.rows.length < limit) return damaged;
  }
}
