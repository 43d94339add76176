import { Injectable } from '@nestjs/common';
import { Clock, days, hours, addMilliseconds, minutes } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { AuditChain, sealedAuditColumnsSql, type AuditChainRecord } from './audit-chain';

export const auditChainLock = 0x41554454; // "AUDT"
const atOnce = 1_000;
/**
 * The longest time between the timestamp of a record and its insertion: as long as a transaction
 * may take.
 */
const lateMs = minutes(10);
/**
 * How often a run of the job searches the last 35 days (`thoroughBackMs`) for unsealed records. All
 * other runs search only recent records. No run searches records that are older than 35 days. If
 * such a record is unsealed, the verification reports a fault.
 */
const thoroughMs = hours(1);
const thoroughBackMs = days(35);

/**
 * SQL for the end of the chain: position, seal and time of the newest sealed record or, if all were
 * deleted, of the last deleted record.
 */
const end = `SELECT sequence, seal, at FROM (
    (SELECT sequence, seal, at FROM platform.audit_seal ORDER BY sequence DESC LIMIT 1)
    UNION ALL (SELECT sequence, seal, at FROM platform.audit_cut ORDER BY sequence DESC LIMIT 1)) AS ends
  ORDER BY sequence DESC LIMIT 1`;

/**
 * Adds new audit records to the chain some seconds after they were written, so that commands never
 * wait for the chain.
 */
@Injectable()
export class SealAudit {
  private thoroughAt: Date | null = null;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chain: AuditChain,
    private readonly clock: Clock,
  ) {}

  /**
   * SQL condition: a recent record is not sealed yet. Returns undefined when a search of the last
   * 35 days is due, because the job must then run in any case.
   * @param now an operand of type timestamptz
   */
  isAnyUnsealed(now: string): string | undefined {
    if (this.thoroughAt === null || this.thoroughAt <= this.clock.now()) return undefined;
    return `EXISTS (SELECT FROM platform.audit a
      WHERE a.at >= coalesce((SELECT least(last.at, ${now}) FROM (${end}) last), '-infinity')
          - make_interval(secs => ${lateMs / 1_000})
        AND NOT EXISTS (SELECT FROM platform.audit_seal s WHERE s.audit_id = a.id))`;
  }

  /**
   * Seals new records. Only one worker does so at a time; the others return 0.
   * @returns how many records were sealed
   */
  async run(): Promise<number> {
    const now = this.clock.now();
    const thorough = this.thoroughAt === null || this.thoroughAt <= now;
    let count = 0;
    for (;;) {
      // Only the first batch searches many days back. It begins with the oldest unsealed records,
      // so further batches find only newer ones.
      const looksBack = thorough && count === 0;
      const sealed = await this.unitOfWork.run((tx) => this.batch(tx, looksBack, now));
      count += sealed ?? 0;
      if (sealed === null) return count;
      if (sealed < atOnce) break;
    }
    if (thorough) this.thoroughAt = addMilliseconds(now, thoroughMs);
    return count;
  }

  /**
   * Returns the head of the chain, `SEQUENCE:SEAL` of its newest record. A copy outside of the
   * database shows later whether an attacker deleted this record or those before it from the log.
   */
  async head(): Promise<string | null> {
    const [last] = await this.unitOfWork.run((tx) =>
      tx.query<{ head: string }>(
        `SELECT sequence || ':' || encode(seal, 'hex') AS head FROM (${end}) AS last`,
      ),
    );
    return last?.head ?? null;
  }

  /**
   * Seals one batch of records.
   * @returns how many records were sealed; null if another worker holds the lock
   */
  private async batch(tx: Transaction, thorough: boolean, now: Date): Promise<number | null> {
    const [turn] = await tx.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_xact_lock($1, 0) AS mine`,
      [auditChainLock],
    );
    if (!turn?.mine) return null;
    const [last] = await tx.query<{ sequence: string; seal: Buffer; at: Date }>(end);
    if (!this.chain.mayFollow(last?.seal ?? null)) return null;
    // Searches from the time of the last sealed record or from now, whichever is earlier: if the
    // clock of another server is ahead, the last record may have a time in the future.
    const since = last
      ? addMilliseconds(earlier(last.at, now), -(thorough ? thoroughBackMs : lateMs))
      : null;
    // OFFSET 0 makes PostgreSQL look up the seal of each record in turn, until the batch is full.
    // Otherwise it would build a hash table of all seals for each batch.
    const open = await tx.query<AuditChainRecord>(
      `SELECT ${sealedAuditColumnsSql} FROM platform.audit a
       WHERE ($1::timestamptz IS NULL OR a.at >= $1)
         AND NOT EXISTS (SELECT 1 FROM platform.audit_seal s WHERE s.audit_id = a.id OFFSET 0)
       ORDER BY a.at, a.id LIMIT ${atOnce}`,
      [since],
    );
    if (open.length === 0) return 0;
    let sequence = BigInt(last?.sequence ?? 0);
    let seal = last?.seal ?? null;
    const rows = open.map((record) => {
      seal = this.chain.seal(seal, ++sequence, record);
      const { id, at_text } = record;
      return { sequence: String(sequence), audit_id: id, at: at_text, seal: seal.toString('hex') };
    });
    await tx.query(
      `INSERT INTO platform.audit_seal (sequence, audit_id, at, seal)
       SELECT sequence, audit_id, at, decode(seal, 'hex')
       FROM jsonb_to_recordset($1::jsonb) AS r (sequence bigint, audit_id uuid, at timestamptz, seal text)`,
      [JSON.stringify(rows)],
    );
    return rows.length;
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);
