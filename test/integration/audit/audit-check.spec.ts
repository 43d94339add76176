import { Client } from 'pg';
import { hours, minutes, addMilliseconds } from '../../../server/platform/concurrency/clock';
import { type RunningApp } from '../../support/app/app';
import { makeAdministrator, makePerson } from '../../support/people/people';
import { runProgram, runProgramInWorker } from '../../support/app/run-program';
import { startTimeoutMs } from '../../support/app/starting-takes';
import { openAuditChainRig, type AuditChainRig } from './chain-rig';

let rig: AuditChainRig;
let run: RunningApp;
let owner: Client;
let newSealer: AuditChainRig['newSealer'];
let verify: AuditChainRig['verify'];
let write: AuditChainRig['write'];
let found: AuditChainRig['found'];
let sealed: AuditChainRig['sealed'];
beforeAll(async () => {
  rig = await openAuditChainRig();
  ({ run, owner, newSealer, verify, write, found, sealed } = rig);
});
afterAll(() => rig.close());
beforeEach(() => rig.empty());

describe('The check of the audit log', () => {
  it.each([
    ['action', `action = 'signed-out'`],
    ['actor', `actor_id = gen_random_uuid()`],
    ['subject', `subject_id = gen_random_uuid()`],
    ['details', `details = details || '{"method": "totp"}'`],
    ['a number within them', `details = '{"n": 2.0, "method": "password"}'`],
    ['request', `request_id = NULL`],
    ['time by a microsecond', `at = at + interval '1 microsecond'`],
    ['id', 'id = gen_random_uuid()'],
  ])('finds a record whose %s was changed, and only that one', async (_, set) => {
    const chain = await sealed();
    await owner.query(`UPDATE platform.audit SET ${set} WHERE id = $1`, [chain[2]?.audit_id]);
    run.clock.advance(minutes(2));
    // If the id of a record is changed, the record is missing under its old id, and has no seal
    // under the new one.
    expect(await found()).toEqual(
      set.startsWith('id')
        ? [
            ['missing_record', '3'],
            ['unsealed', null],
          ]
        : [['changed', '3']],
    );
  });

  it('finds two records that were swapped', async () => {
    const chain = await sealed();
    await owner.query(`ALTER TABLE platform.audit_seal DISABLE TRIGGER ALL`);
    await owner.query(`DROP INDEX platform.audit_seal_record`);
    await owner.query(
      `UPDATE platform.audit_seal SET audit_id = CASE sequence WHEN 2 THEN $1::uuid ELSE $2::uuid END WHERE sequence IN (2, 3)`,
      [chain[2]?.audit_id, chain[1]?.audit_id],
    );
    await owner.query(`CREATE UNIQUE INDEX audit_seal_record ON platform.audit_seal (audit_id)`);
    expect(await found()).toEqual([
      ['changed', '2'],
      ['changed', '3'],
    ]);
  });

  it('finds a record that was deleted, with its seal and without', async () => {
    const chain = await sealed();
    await owner.query(`DELETE FROM platform.audit WHERE id = $1`, [chain[1]?.audit_id]);
    await owner.query(`DELETE FROM platform.audit WHERE id = $1`, [chain[3]?.audit_id]);
    await owner.query(`DELETE FROM platform.audit_seal WHERE sequence = 4`);
    expect(await found()).toEqual([
      ['missing_record', '2'],
      ['missing_seal', '4'],
    ]);
  });

  it('finds a chain whose later records were renumbered to close a gap', async () => {
    const chain = await sealed();
    await owner.query(`DELETE FROM platform.audit WHERE id = $1`, [chain[2]?.audit_id]);
    await owner.query(`DELETE FROM platform.audit_seal WHERE sequence = 3`);
    for (const n of [4, 5, 6])
      await owner.query(`UPDATE platform.audit_seal SET sequence = $1 WHERE sequence = $2`, [
        n - 1,
        n,
      ]);
    expect(await found()).toEqual([
      ['changed', '3'],
      ['changed', '4'],
      ['changed', '5'],
    ]);
  });

  it('finds a cut-off end only with a head that was noted elsewhere', async () => {
    await sealed();
    const noted = (await verify()).head;
    await write(2);
    expect(await verify()).toMatchObject({ checked: 6, waiting: 2, damaged: 0 });
    await newSealer().run();
    expect(await found(noted)).toEqual([]);
    await owner.query(
      `DELETE FROM platform.audit WHERE id IN (SELECT audit_id FROM platform.audit_seal WHERE sequence >= 6)`,
    );
    await owner.query(`DELETE FROM platform.audit_seal WHERE sequence >= 6`);
    expect(await found()).toEqual([]);
    expect(await found(noted)).toEqual([['head_changed', '6']]);
    expect(await found({ sequence: null, seal: noted?.seal ?? '' })).toEqual([
      ['head_changed', null],
    ]);
    expect(await found({ sequence: null, seal: (await verify()).head?.seal ?? '' })).toEqual([]);
    expect(await found({ sequence: '5', seal: '0'.repeat(64) })).toEqual([['head_changed', '5']]);
  });

  it('finds a record that was inserted with an old date, before and after it is sealed', async () => {
    await sealed();
    const slip = (at: Date) =>
      owner.query(
        `INSERT INTO platform.audit (id, at, action, details) VALUES (gen_random_uuid(), $1, 'signed-in', '{}')`,
        [at],
      );
    await slip(addMilliseconds(run.clock.now(), -hours(3)));
    expect(await found()).toEqual([['unsealed', null]]);
    await newSealer().run();
    expect(await found()).toEqual([['inserted', '7']]);
  });

  it('finds a chain that was computed again without the key', async () => {
    const chain = await sealed();
    for (const { sequence } of chain)
      await owner.query(`UPDATE platform.audit_seal SET seal = sha256(seal) WHERE sequence = $1`, [
        sequence,
      ]);
    expect((await verify()).damaged).toBe(6);
  });

  it('finds a changed reason, and does not report a reason that was erased with its account', async () => {
    const administrator = await makeAdministrator(run.source);
    const [one, two] = [await makePerson(run.source), await makePerson(run.source)];
    for (const person of [one, two])
      await run
        .http()
        .put(`/api/users/${person._id}/`)
        .set(administrator.headers)
        .send({ disabled: true, reason: 'Sold answers' })
        .expect(200);
    await newSealer().run();
    expect(await found()).toEqual([]);
    await owner.query(`DELETE FROM identity.account WHERE id = $1`, [two._id]);
    expect(await found()).toEqual([]);
    await owner.query(`UPDATE identity.account_note SET reason = 'Because' WHERE account_id = $1`, [
      one._id,
    ]);
    expect(await found()).toEqual([['note_changed', '1']]);
  });

  it(
    'as a program exits with 0 or 1, names the damaged record, and prints the head',
    async () => {
      const chain = await sealed();
      const environment = {
        PATH: process.env.PATH,
        DATABASE_URL: run.engines.databaseUrl,
        SECRET_KEY: run.config.secretKey,
        SMTP_URL: 'smtp://127.0.0.1:1',
        DEMO: '0',
      };
      const program = (...words: string[]) =>
        runProgramInWorker('audit-verify', words, environment);
      const whole = await program();
      expect(whole).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('The audit log is whole: 6 records'),
      });
      const head = /^Head: (\S+)$/m.exec(whole.stdout)?.[1] ?? '';
      expect(head).toBe(`6:${chain[5]?.seal.toString('hex')}`);
      expect(await program(head)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('the head noted at no. 6 among them'),
      });
      const [, seal = ''] = head.split(':');
      for (const words of [
        ['--head', head],
        ['--head', seal],
      ])
        expect(await program(...words)).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('the head noted'),
        });
      // Runs the program as a separate process, as an operator does.
      expect(
        await runProgram('audit-verify', ['--head', '0'.repeat(64)], environment),
      ).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(
          'head_changed: the chain does not have the seal that was noted',
        ),
      });
      for (const words of [['--head'], ['--head', 'abc'], [head, head]])
        expect(await program(...words)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('--head SEQUENCE:SEAL'),
        });
      expect(await program('nonsense')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('SEQUENCE:SEAL'),
      });
      await owner.query(`UPDATE platform.audit SET action = 'x' WHERE id = $1`, [
        chain[2]?.audit_id,
      ]);
      expect(await program()).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('changed: record no. 3,'),
      });
    },
    startTimeoutMs,
  );
});
