/**
 * @engines one: needs the workers only to seal records, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { Client } from 'pg';
import { hours, minutes, addMilliseconds } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { SealAuditJob } from '../../../server/audit/seal-audit.job';
import { type RunningApp } from '../../support/app/app';
import { unguardedJob } from '../../support/app/due-guard';
import { captureLog } from '../../support/app/captured-log';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { openAuditChainRig, type AuditChainRig } from './chain-rig';
import { startTimeoutMs } from '../../support/app/starting-takes';

let rig: AuditChainRig;
let run: RunningApp;
let owner: Client;
let newSealer: AuditChainRig['newSealer'];
let verify: AuditChainRig['verify'];
let write: AuditChainRig['write'];
let seals: AuditChainRig['seals'];
let found: AuditChainRig['found'];
beforeAll(async () => {
  rig = await openAuditChainRig();
  ({ run, owner, newSealer, verify, write, seals, found } = rig);
});
afterAll(() => rig.close());
beforeEach(() => rig.empty());

describe('The audit log', () => {
  it.each([
    `UPDATE platform.audit SET action = 'x'`,
    `DELETE FROM platform.audit`,
    `TRUNCATE platform.audit`,
    `UPDATE platform.audit_seal SET sequence = 1`,
    `DELETE FROM platform.audit_seal`,
    `TRUNCATE platform.audit_seal`,
    `ALTER TABLE platform.audit ADD COLUMN x int`,
    `DROP TABLE platform.audit`,
  ])('can only be appended to by the database roles of the application: %s', async (statement) => {
    await write(1);
    for (const role of ['commonlab_app', 'commonlab_link', 'commonlab_export']) {
      await expect(
        run.source.transaction(async (manager) => {
          await manager.query(`SET LOCAL ROLE ${role}`);
          await manager.query(statement);
        }),
      ).rejects.toThrow(/permission denied|must be owner/);
    }
    const [row]: { n: number }[] = await run.source.query(
      'SELECT count(*)::int AS n FROM platform.audit',
    );
    expect(row?.n).toBe(1);
  });

  it('is rolled back with the transaction that it records', async () => {
    await expect(
      run.app.get(UnitOfWork).run(async (tx) => {
        await tx.audit('signed-in', { actor: null }, run.clock.now());
        throw new Error('not this time');
      }),
    ).rejects.toThrow('not this time');
    expect((await owner.query('SELECT 1 FROM platform.audit')).rows).toEqual([]);
  });
});

describe('The chain of seals', () => {
  it('has no gaps and no duplicates when four workers seal while records are written', async () => {
    const sealers = Array.from({ length: 4 }, () => unguardedJob(newSealer()));
    const writing = Promise.all(Array.from({ length: 4 }, () => write(30)));
    let over = false;
    const sealing = Promise.all(
      sealers.map(async (sealer) => {
        while (!over) await sealer.run();
      }),
    );
    await writing;
    over = true;
    await sealing;
    await newSealer().run();
    const chain = await seals();
    expect(chain.map((s) => s.sequence)).toEqual(
      Array.from({ length: 120 }, (_, i) => String(i + 1)),
    );
    expect(new Set(chain.map((s) => s.audit_id)).size).toBe(120);
    expect(await verify()).toMatchObject({
      checked: 120,
      damaged: 0,
      findings: [],
      head: { sequence: '120', seal: chain.at(-1)?.seal.toString('hex') },
    });
  });

  it('includes a record whose transaction ended late, and by its hourly search even one that ended very late', async () => {
    const sealer = newSealer();
    await write(2);
    await sealer.run();
    await write(1, addMilliseconds(run.clock.now(), -minutes(5)));
    expect(await sealer.run()).toBe(1);
    await write(1, addMilliseconds(run.clock.now(), -hours(2)));
    expect(await sealer.run()).toBe(0);
    run.clock.advance(hours(1));
    expect(await sealer.run()).toBe(1);
  });

  it('is not delayed by a server whose clock is ahead', async () => {
    const sealer = newSealer();
    await write(1, addMilliseconds(run.clock.now(), hours(5)));
    await sealer.run();
    await write(1);
    expect(await sealer.run()).toBe(1);
  });

  it(
    'is extended by the workers within seconds',
    async () => {
      const workers = await startTestWorkers(run);
      try {
        await write(3);
        await eventually(
          async () => (await seals()).length,
          (n) => n === 3,
        );
        expect(await verify()).toMatchObject({ checked: 3, damaged: 0 });
      } finally {
        await workers.close();
      }
    },
    startTimeoutMs,
  );

  it('writes its head to the log each hour, which later reveals that its end was cut off', async () => {
    const { log, lines } = captureLog('info', 'workers');
    const job = new SealAuditJob(newSealer(), run.clock, log);
    const said = () =>
      lines.flatMap((line) => (JSON.parse(line) as { audit_head?: string }).audit_head ?? []);
    await job.run();
    expect(said()).toEqual([]);
    await write(3);
    for (let n = 0; n < 3; n++) await job.run();
    expect(said()).toEqual([`3:${(await seals())[2]?.seal.toString('hex')}`]);
    await write(2);
    run.clock.advance(minutes(59));
    await job.run();
    expect(said()).toHaveLength(1);
    run.clock.advance(minutes(2));
    await job.run();
    const [sequence = '', seal = ''] = (said()[1] ?? '').split(':');
    expect(sequence).toBe('5');
    expect(await found({ sequence, seal })).toEqual([]);
    await owner.query('DELETE FROM platform.audit_seal WHERE sequence > 3');
    expect(await found({ sequence, seal })).toEqual(
      expect.arrayContaining([['head_changed', '5']]),
    );
  });

  it('can be longer than one batch of the check and of the sealing', async () => {
    await owner.query(
      `INSERT INTO platform.audit (id, at, action, details)
       SELECT gen_random_uuid(), now() + n * interval '1 millisecond', 'signed-in', '{}'
       FROM generate_series(1, 2500) n`,
    );
    expect(await newSealer().run()).toBe(2500);
    expect(await verify()).toMatchObject({ checked: 2500, damaged: 0 });
  });
});
