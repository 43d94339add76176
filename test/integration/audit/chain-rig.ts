import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { AuditChain } from '../../../server/audit/audit-chain';
import { SealAudit } from '../../../server/audit/seal-audit';
import { VerifyAudit, type StoredChainHead } from '../../../server/audit/verify-audit';
import { Secrets } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock } from '../../support/app/app';

export type AuditChainRig = Awaited<ReturnType<typeof openAuditChainRig>>;

/**
 * Starts an application with an audit log that tests may empty, damage and seal. It has its own
 * database, because the chain includes every existing record.
 */
export async function openAuditChainRig() {
  const run = await startApp({ clock: new TestClock() });
  const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();

  const newSealer = () =>
    new SealAudit(run.app.get(UnitOfWork), new AuditChain(run.app.get(Secrets)), run.clock);
  const verify = (noted: StoredChainHead | null = null) => run.app.get(VerifyAudit).run(noted);
  const write = async (count: number, at = run.clock.now()) => {
    for (let i = 0; i < count; i++)
      await run.app
        .get(UnitOfWork)
        .run(
          (tx) =>
            tx.audit(
              'signed-in',
              { actor: randomUUID(), details: { method: 'password', n: i } },
              at,
            ),
          { requestId: `r-${i}` },
        );
  };
  const seals = async () =>
    (
      await owner.query<{ sequence: string; audit_id: string; seal: Buffer }>(
        'SELECT * FROM platform.audit_seal ORDER BY sequence',
      )
    ).rows;
  /** Returns the damage that the check finds, each with the sequence number of the record. */
  const found = async (noted: StoredChainHead | null = null) =>
    (await verify(noted)).findings.map((f) => [f.damage, f.sequence]);

  const sealed = async (count = 6) => {
    await write(count);
    await newSealer().run();
    return seals();
  };

  return {
    run,
    owner,
    newSealer,
    verify,
    write,
    seals,
    found,
    sealed,
    empty: () => owner.query('TRUNCATE platform.audit, platform.audit_seal'),
    async close() {
      await owner.end();
      await run.close();
    },
  };
}
