import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { AuditChain } from '../../../server/audit/audit-chain';
import { DeleteOldAuditMonths } from '../../../server/audit/cut-audit';
import { SealAudit } from '../../../server/audit/seal-audit';
import { VerifyAudit, type StoredChainHead } from '../../../server/audit/verify-audit';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/app';

/**
 * Returns functions that write, seal and verify the audit log of a running application, and that
 * delete the months before a given month. The tests choose the times of the records.
 */
export async function openMonthlyAuditRig(run: RunningApp) {
  const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  const source: DataSource = await connect(
    migrationOptions(run.engines.migrationDatabaseUrl, [], []),
  );
  const unitOfWork = run.app.get(UnitOfWork);
  const rows = async <Row extends object>(sql: string, parameters: unknown[] = []) =>
    (await owner.query<Row>(sql, parameters)).rows;

  /** Writes one record at each of the times. */
  const write = async (...times: string[]) => {
    for (const at of times)
      await unitOfWork.run((tx) =>
        tx.audit(
          'signed-in',
          { actor: randomUUID(), details: { method: 'password' } },
          new Date(at),
        ),
      );
  };
  const seal = () =>
    new SealAudit(unitOfWork, new AuditChain(run.app.get(Secrets)), run.clock).run();
  const verify = (noted: StoredChainHead | null = null) => run.app.get(VerifyAudit).run(noted);
  /**
   * Runs the check of the log, and calls `work` once, as soon as the check has read the seals for
   * the first time.
   */
  const verifyWhile = (work: () => Promise<unknown>) => {
    let isDone = false;
    const application = run.source;
    const query = async (sql: string, parameters?: unknown[]) => {
      const found: unknown = await application.query(sql, parameters);
      if (!isDone && sql.includes('FROM platform.audit_seal')) {
        isDone = true;
        await work();
      }
      return found;
    };
    const slowed = new Proxy(application, {
      get: (of, name) => (name === 'query' ? query : (Reflect.get(of, name) as unknown)),
    });
    return new VerifyAudit(slowed, new AuditChain(run.app.get(Secrets)), run.clock).run();
  };
  return {
    owner,
    rows,
    write,
    seal,
    verify,
    verifyWhile,
    found: async (noted: StoredChainHead | null = null) =>
      (await verify(noted)).findings.map((f) => [f.damage, f.sequence]),
    cut: (month: string, onWait?: () => void) =>
      run.app.get(DeleteOldAuditMonths).run(source, month, onWait),
    /**
     * Creates the partitions of these months, as a migration or CreateAuditPartitionsJob would do.
     */
    async makeMonths(...months: string[]) {
      for (const month of months)
        await owner.query(`SELECT platform.make_audit_month($1)`, [`${month}-01T00:00:00Z`]);
    },
    partitions: async () =>
      (
        await rows<{ name: string }>(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits
           WHERE inhparent = 'platform.audit'::regclass ORDER BY 1`,
        )
      ).map(({ name }) => name.replace(/^platform\./, '')),
    /** Counts the records in each partition. */
    placed: async () =>
      Object.fromEntries(
        (
          await rows<{ name: string; n: number }>(
            `SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM platform.audit GROUP BY 1`,
          )
        ).map(({ name, n }) => [name.replace(/^platform\./, ''), n]),
      ),
    sequences: async () =>
      (
        await rows<{ n: string }>(
          'SELECT sequence::text AS n FROM platform.audit_seal ORDER BY sequence',
        )
      ).map(({ n }) => Number(n)),
    async empty() {
      await owner.query('TRUNCATE platform.audit, platform.audit_seal, platform.audit_cut');
    },
    async close() {
      await owner.end();
      await source.destroy();
    },
  };
}

export type MonthlyAuditRig = Awaited<ReturnType<typeof openMonthlyAuditRig>>;
