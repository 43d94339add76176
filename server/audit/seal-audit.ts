import { Injectable } from '@nestjs/common';
import { Clock, hours, later, minutes } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { AuditChain, chainColumns, type ChainRecord } from './audit-chain';

const chainLock = 0x41554454; // "AUDT"
const atOnce = 1_000;
/**
 * A transaction may insert its record some time after the record's own timestamp, but never this
 * late.
 */
const lateMs = minutes(10);
/** Nevertheless, a full scan for unsealed records runs at this interval. */
const thoroughMs = hours(1);

/**
 * Appends new audit records to the chain, seconds after they were written, so that commands never
 * queue at its end.
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
   * One run at a time among all workers; returns 0 while another worker holds the lock.
   * @returns how many were sealed.
   */
  async run(): Promise<number> {
    const now = this.clock.now();
    const thorough = this.thoroughAt === null || this.thoroughAt <= now;
    let count = 0;
    for (;;) {
      const sealed = await this.unitOfWork.run((tx) => this.batch(tx, thorough, now));
      count += sealed ?? 0;
      if (sealed === null) return count;
      if (sealed < atOnce) break;
    }
    if (thorough) this.thoroughAt = later(now, thoroughMs);
    return count;
  }

  /**
   * The chain's head as `SEQUENCE:SEAL`, to be stored outside of the database: it proves a later
   * truncation of the log before this record.
   */
  async head(): Promise<string | null> {
    const [last] = await this.unitOfWork.run((tx) =>
      tx.query<{ head: string }>(
        `SELECT sequence || ':' || encode(seal, 'hex') AS head FROM platform.audit_seal ORDER BY sequence DESC LIMIT 1`,
      ),
    );
    return last?.head ?? null;
  }

  /** Null while another worker holds the lock. */
  private async batch(tx: Transaction, thorough: boolean, now: Date): Promise<number | null> {
    const [turn] = await tx.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_xact_lock($1, 0) AS mine`,
      [chainLock],
    );
    if (!turn?.mine) return null;
    const [last] = await tx.query<{ sequence: string; seal: Buffer; at: Date | null }>(
      `SELECT s.sequence, s.seal, a.at FROM platform.audit_seal s
       LEFT JOIN platform.audit a ON a.id = s.audit_id ORDER BY s.sequence DESC LIMIT 1`,
    );
    // One server's clock may be ahead of another's.
    const since = thorough || !last?.at ? null : later(last.at < now ? last.at : now, -lateMs);
    const open = await tx.query<ChainRecord>(
      `SELECT ${chainColumns} FROM platform.audit a
       WHERE ($1::timestamptz IS NULL OR a.at >= $1) AND NOT EXISTS (SELECT 1 FROM platform.audit_seal s WHERE s.audit_id = a.id)
       ORDER BY a.at, a.id LIMIT ${atOnce}`,
      [since],
    );
    if (open.length === 0) return 0;
    let sequence = BigInt(last?.sequence ?? 0);
    let seal = last?.seal ?? null;
    const rows = open.map((record) => {
      seal = this.chain.seal(seal, ++sequence, record);
      return { sequence: String(sequence), audit_id: record.id, seal: seal.toString('hex') };
    });
    await tx.query(
      `INSERT INTO platform.audit_seal (sequence, audit_id, seal)
       SELECT sequence, audit_id, decode(seal, 'hex') FROM jsonb_to_recordset($1::jsonb) AS r (sequence bigint, audit_id uuid, seal text)`,
      [JSON.stringify(rows)],
    );
    return rows.length;
  }
}
