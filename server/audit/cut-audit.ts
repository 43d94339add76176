import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import { CONFIG, type Config } from '../config';
import { Clock } from '../platform/concurrency/clock';
import { AuditChain, auditTimeSql, type AuditChainStart } from './audit-chain';
import { readChainStart } from './chain-start';
import { latestDeletableBefore, beginningOfMonth, monthPattern } from './months.rule';
import { auditChainLock } from './seal-audit';
import { VerifyAudit, type AuditVerdict } from './verify-audit';

/** Thrown if the months cannot be deleted; nothing was changed. */
class CutRefused extends Error {}

/**
 * The result of a deletion. `verdict`: the result of verifying the records before their deletion;
 * null if there was nothing to delete. `late`: how many old records were not deleted. In the chain,
 * these records come after a record of a kept month.
 */
export interface AuditDeletionResult {
  readonly verdict: AuditVerdict | null;
  readonly months: readonly string[];
  readonly records: number;
  readonly late: number;
}

type Dropped = Pick<AuditDeletionResult, 'months' | 'late'>;

interface Prefix {
  /** The position of the chain's last record before the first month that stays. */
  readonly sequence: string;
  readonly seal: Buffer;
  readonly at_text: string;
}

/** The number of the lock that `platform.make_audit_month` holds while it changes partitions. */
const monthsLock = 0x4155444d; // "AUDM"
const longestPauseMs = 10_000;
const mostTries = 360; // about an hour: as long as a dump may take
/** Whether a lock is not available (55P03), or a deadlock was detected (40P01). */
const isBusy = (error: unknown) =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
const nothing: AuditDeletionResult = { verdict: null, months: [], records: 0, late: 0 };

/** Deletes whole months of the audit log whose retention period has ended. */
@Injectable()
export class DeleteOldAuditMonths {
  constructor(
    private readonly verify: VerifyAudit,
    private readonly chain: AuditChain,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Verifies the records from before `month`, and deletes them unless they are damaged. If two deletions run at the
   * same time, one waits for the other.
   * @param owner the connection of the database's owner, because the server's role cannot delete records
   * @param month `YYYY-MM`, the first month that stays
   * @param onWait called before each pause, while a long read of the log prevents the deletion
   * @throws CutRefused
   */
  async run(
    owner: DataSource,
    month: string,
    onWait: () => void = () => undefined,
  ): Promise<AuditDeletionResult> {
    this.mustBePastRetention(month);
    const before = beginningOfMonth(month);
    const runner = owner.createQueryRunner();
    try {
      await runner.query('SET lock_timeout = 0'); // another cut that verifies the chain may take long
      await runner.query('SELECT pg_advisory_lock($1, 1)', [auditChainLock]);
      await runner.query(`SET lock_timeout = '3s'`);
      const start = await readChainStart((sql) => runner.query(sql), this.chain);
      const prefix = await prefixBefore(runner, before);
      if (!prefix) return nothing;
      const verdict = await this.verify.run(null, prefix.sequence);
      if (verdict.damaged > 0) return { ...nothing, verdict };
      const records = Number(BigInt(prefix.sequence) - BigInt(start?.sequence ?? 0));
      const dropped = await this.drop(runner, before, prefix, records, onWait);
      return { verdict, records, ...dropped };
    } finally {
      await runner
        .query('SELECT pg_advisory_unlock($1, 1)', [auditChainLock])
        .catch(() => undefined);
      await runner.release();
    }
  }

  private mustBePastRetention(month: string): void {
    if (!monthPattern.test(month)) throw new CutRefused(`"${month}" is no month: say YYYY-MM.`);
    const { auditRetentionMonths: kept } = this.config;
    const latest = latestDeletableBefore(this.clock.now(), kept);
    if (month > latest)
      throw new CutRefused(
        `Records are kept for ${kept} months (AUDIT_RETENTION_MONTHS): ` +
          `today nothing can be cut off that is newer than --before ${latest}.`,
      );
  }

  /**
   * Deletes the months. Dropping a partition briefly needs an exclusive lock on the complete log.
   * While another transaction reads the log, for example a dump, this tries again at growing
   * intervals. Each attempt blocks the writers for a fraction of a second.
   */
  private async drop(
    runner: QueryRunner,
    before: string,
    prefix: Prefix,
    records: number,
    onWait: () => void,
  ): Promise<Dropped> {
    for (let tries = 1; ; tries++)
      try {
        await within(runner, () => lockLog(runner)); // this transaction ends immediately: it only shows that no other one is reading
        return await within(runner, () => this.dropOnce(runner, before, prefix, records));
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (tries >= mostTries)
          throw new CutRefused(
            'Somebody reads the log for an hour: try again when that has ended.',
          );
        onWait();
        await setTimeout(Math.min(1_000 * 2 ** (tries - 1), longestPauseMs));
      }
  }

  /** Deletes the months and their seals, and stores the new beginning of the chain, in one transaction. */
  private async dropOnce(
    runner: QueryRunner,
    before: string,
    { sequence, seal, at_text }: Prefix,
    records: number,
  ): Promise<Dropped> {
    await runner.query('SELECT pg_advisory_xact_lock($1, 0)', [auditChainLock]); // nothing is sealed meanwhile
    await runner.query('SELECT pg_advisory_xact_lock($1)', [monthsLock]);
    const months = await monthsBefore(runner, before);
    // Locks the old months against inserts; newer months can still be written.
    for (const name of months) await runner.query(`LOCK TABLE platform.${name} IN SHARE MODE`);
    await runner.query(
      `CREATE TEMP TABLE audit_late ON COMMIT DROP AS
       SELECT a.* FROM platform.audit_seal s JOIN platform.audit a ON a.id = s.audit_id AND a.at = s.at
       WHERE s.sequence > $1 AND s.at < $2 AND a.at < $2`,
      [sequence, before],
    );
    const [found] = (await runner.query(
      `SELECT (SELECT count(*) FROM platform.audit
         WHERE at < $1 AND tableoid <> 'platform.audit_default'::regclass)
         - (SELECT count(*) FROM audit_late) AS records,
         (SELECT count(*) FROM audit_late)::int AS late,
         EXISTS (SELECT 1 FROM platform.audit_seal WHERE sequence = $2 AND seal = $3) AS sealed`,
      [before, sequence, seal],
    )) as { records: string; late: number; sealed: boolean }[];
    await runner.query(`DELETE FROM platform.audit_seal WHERE sequence <= $1`, [sequence]);
    const start = {
      sequence,
      seal,
      at_text,
      kept_from_text: microseconds(new Date(before)),
      cut_at_text: microseconds(this.clock.now()),
    };
    await keepStart(runner, start, this.chain.startMac(start));

    // From this lock on, all writers wait until the transaction ends; that is why the slow work comes before.
    await lockLog(runner);
    const [apart] = (await runner.query(
      `SELECT count(*) AS records FROM platform.audit_default WHERE at < $1`,
      [before],
    )) as { records: string }[];
    const old = Number(found?.records) + Number(apart?.records);
    if (!found?.sealed || old !== records)
      throw new CutRefused(
        `${old} records are as old as that, and ${records} of them are in the chain: ` +
          'npm run audit:verify says which are not.',
      );
    for (const name of months) await runner.query(`DROP TABLE platform.${name}`);
    await runner.query(`DELETE FROM platform.audit_default WHERE at < $1`, [before]);
    // These old records stay, because they were sealed after a record of a month that is kept: the remaining chain
    // contains them.
    await runner.query(`INSERT INTO platform.audit SELECT * FROM audit_late`);
    return {
      months: months.map((name) => name.slice('audit_'.length).replace('_', '-')),
      late: found.late,
    };
  }
}

/** Runs `work` in a transaction of its own. */
async function within<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/**
 * Takes the locks that dropping a partition needs, in the order in which PostgreSQL takes them.
 * While this statement waits for a lock, all writers of the log wait behind it, so its timeout is
 * short.
 */
async function lockLog(runner: QueryRunner): Promise<void> {
  await runner.query(`SET LOCAL lock_timeout = '200ms'`);
  await runner.query(
    'LOCK TABLE ONLY platform.audit, ONLY platform.audit_default IN ACCESS EXCLUSIVE MODE',
  );
}

const microseconds = (at: Date) => at.toISOString().replace('Z', '000Z');

/**
 * Finds the part of the chain whose records are all older than the month. Records enter the chain
 * nearly in the order of their times, so the scan stops at the first record of the month.
 */
async function prefixBefore(runner: QueryRunner, before: string): Promise<Prefix | undefined> {
  const [prefix] = (await runner.query(
    `SELECT sequence, seal, ${auditTimeSql('at')} AS at_text
     FROM platform.audit_seal WHERE sequence < coalesce(
       (SELECT sequence FROM platform.audit_seal WHERE at >= $1 ORDER BY sequence LIMIT 1), 9223372036854775807)
     ORDER BY sequence DESC LIMIT 1`,
    [before],
  )) as Prefix[];
  return prefix;
}

/** Lists the partitions of the months before `before`; their names are like `audit_2026_05`. */
async function monthsBefore(runner: QueryRunner, before: string): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'platform.audit'::regclass AND c.relname ~ '^audit_\\d{4}_\\d{2}$'
       AND c.relname < to_char($1::timestamptz AT TIME ZONE 'UTC', '"audit_"YYYY_MM')
     ORDER BY c.relname`,
    [before],
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

async function keepStart(runner: QueryRunner, start: AuditChainStart, mac: Buffer): Promise<void> {
  await runner.query(
    `INSERT INTO platform.audit_cut (sequence, seal, at, kept_from, cut_at, mac) VALUES ($1, $2, $3, $4, $5, $6)`,
    [start.sequence, start.seal, start.at_text, start.kept_from_text, start.cut_at_text, mac],
  );
}
