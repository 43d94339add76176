import { countLockWaits } from '../../support/engines/locks';
import { startApp, type RunningApp } from '../../support/app/app';
import { eventually } from '../../support/chance/wait';
import { openMonthlyAuditRig, type MonthlyAuditRig } from './audit-in-months';

let run: RunningApp;
let log: MonthlyAuditRig;
beforeAll(async () => {
  run = await startApp({ environment: { AUDIT_RETENTION_MONTHS: '12' } });
  log = await openMonthlyAuditRig(run);
});
afterAll(async () => {
  await log?.close();
  await run.close();
});
beforeEach(() => log.empty());

/** Writes two records in each of four old months, and two in the present month. */
const fourMonths = async () => {
  await log.makeMonths('2024-01', '2024-02', '2024-03', '2024-04');
  for (const month of ['2024-01', '2024-02', '2024-03', '2024-04'])
    await log.write(`${month}-05T10:00:00Z`, `${month}-20T10:00:00Z`);
  const now = run.clock.now().toISOString();
  await log.write(now, now);
  await log.seal();
};
const oldMonths = async () =>
  (await log.partitions()).filter((name) => name.startsWith('audit_2024'));
const everything = async () => ({
  records: await log.rows(`SELECT * FROM platform.audit ORDER BY at, id`),
  seals: await log.rows(`SELECT * FROM platform.audit_seal ORDER BY sequence`),
  cuts: await log.rows(`SELECT * FROM platform.audit_cut ORDER BY sequence`),
  months: await oldMonths(),
});

describe('Cutting off the beginning of the audit log', () => {
  it('drops the months before the given one, and the chain continues from the last removed seal', async () => {
    await fourMonths();
    const whole = await log.verify();
    const [link] = await log.rows<{ seal: Buffer; at: Date }>(
      `SELECT seal, at FROM platform.audit_seal WHERE sequence = 4`,
    );
    expect(await log.cut('2024-03')).toMatchObject({ records: 4, months: ['2024-01', '2024-02'] });
    expect(await oldMonths()).toEqual(['audit_2024_03', 'audit_2024_04']);
    expect(await log.sequences()).toEqual([5, 6, 7, 8, 9, 10]);
    expect(await log.rows(`SELECT sequence, seal, at, kept_from FROM platform.audit_cut`)).toEqual([
      { sequence: '4', ...link, kept_from: new Date('2024-03-01T00:00:00Z') },
    ]);
    expect(await log.verify()).toMatchObject({
      checked: 6,
      damaged: 0,
      start: { sequence: '4', kept_from_text: '2024-03-01T00:00:00.000000Z' },
      head: whole.head,
    });
  });

  it('can be repeated, and continues from the last cut', async () => {
    await fourMonths();
    await log.cut('2024-02');
    expect(await log.cut('2024-02')).toMatchObject({ verdict: null, records: 0 });
    expect(await log.cut('2024-04')).toMatchObject({ records: 4, months: ['2024-02', '2024-03'] });
    expect(await log.verify()).toMatchObject({
      checked: 4,
      damaged: 0,
      start: { sequence: '6' },
    });
  });

  it('of everything leaves a chain that continues with the next record', async () => {
    await log.makeMonths('2024-01');
    await log.write('2024-01-05T10:00:00Z', '2024-01-20T10:00:00Z');
    await log.seal();
    const { head } = await log.verify();
    await log.cut('2024-02');
    expect(await log.verify()).toMatchObject({ checked: 0, damaged: 0, head });
    await log.write(run.clock.now().toISOString());
    await log.seal();
    expect(await log.sequences()).toEqual([3]);
    expect(await log.found(head)).toEqual([]);
    expect(await log.verify()).toMatchObject({ checked: 1, damaged: 0 });
  });

  it('keeps an old record that was sealed after a record of a kept month', async () => {
    await log.makeMonths('2024-01', '2024-02');
    await log.write('2024-01-20T10:00:00Z', '2024-02-01T00:00:01Z');
    await log.seal();
    await log.write('2024-01-31T23:59:59Z', '2024-02-20T10:00:00Z');
    await log.seal();
    expect(await log.cut('2024-02')).toMatchObject({ records: 1, months: ['2024-01'] });
    expect(await log.sequences()).toEqual([2, 3, 4]);
    expect(await log.placed()).toEqual({ audit_2024_02: 2, audit_default: 1 });
    expect(await log.verify()).toMatchObject({ checked: 3, damaged: 0 });
    expect(await log.cut('2024-03')).toMatchObject({ records: 3 });
    expect(await log.placed()).toEqual({});
  });

  it('removes old records without a partition for their month, too', async () => {
    await log.write('2018-01-05T10:00:00Z', '2018-02-05T10:00:00Z');
    await log.seal();
    expect(await log.cut('2018-02')).toMatchObject({ records: 1, months: [] });
    expect(await log.placed()).toEqual({ audit_default: 1 });
    expect(await log.verify()).toMatchObject({ checked: 1, damaged: 0 });
  });

  it('refuses months within the retention, and values that are not a month', async () => {
    await fourMonths();
    const before = await everything();
    const lastYear = new Date(run.clock.now());
    lastYear.setUTCDate(1);
    lastYear.setUTCMonth(lastYear.getUTCMonth() - 11);
    await expect(log.cut(lastYear.toISOString().slice(0, 7))).rejects.toThrow(
      /kept for 12 months \(AUDIT_RETENTION_MONTHS\).*--before \d{4}-\d\d\./,
    );
    for (const month of ['2024-13', '2024', "2024-01'; DROP TABLE platform.audit; --"])
      await expect(log.cut(month)).rejects.toThrow(/is no month/);
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['a record was changed', `UPDATE platform.audit SET action = 'x' WHERE at < '2024-01-10'`],
    ['a record is missing', `DELETE FROM platform.audit WHERE at < '2024-01-10'`],
    ['a seal is missing', `DELETE FROM platform.audit_seal WHERE sequence = 2`],
  ])('is refused if %s, and changes nothing', async (_, damage) => {
    await fourMonths();
    await log.owner.query(damage);
    const before = await everything();
    const cut = await log.cut('2024-03');
    expect(cut.verdict?.damaged).toBeGreaterThan(0);
    expect(cut.records).toBe(0);
    expect(await everything()).toEqual(before);
  });

  it.each([
    [
      'an old record is in no chain',
      `INSERT INTO platform.audit (id, at, action, details) VALUES (gen_random_uuid(), '2024-01-06Z', 'signed-in', '{}')`,
      /5 records are as old .* 4 of them/,
    ],
    [
      'a seal names another month than its record has',
      `UPDATE platform.audit_seal SET at = now() WHERE sequence = 2`,
      /2 records are as old .* 1 of them/,
    ],
  ])('is refused if %s, and changes nothing', async (_, damage, sentence) => {
    await fourMonths();
    await log.owner.query(damage);
    const before = await everything();
    await expect(log.cut('2024-03')).rejects.toThrow(sentence);
    expect(await everything()).toEqual(before);
  });

  it('changes nothing if it fails half-way, and the next run completes it', async () => {
    await fourMonths();
    const before = await everything();
    // Makes the last statement of the cut fail. Earlier statements of the cut delete months and
    // seals.
    await log.owner.query(
      `CREATE FUNCTION platform.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'dies here'; END $$`,
    );
    await log.owner.query(
      `CREATE TRIGGER stop BEFORE INSERT ON platform.audit FOR EACH STATEMENT EXECUTE FUNCTION platform.stop()`,
    );
    try {
      await expect(log.cut('2024-03')).rejects.toThrow('dies here');
      expect(await everything()).toEqual(before);
      expect(await log.verify()).toMatchObject({ checked: 10, damaged: 0, start: null });
    } finally {
      await log.owner.query(`DROP FUNCTION platform.stop() CASCADE`);
    }
    expect(await log.cut('2024-03')).toMatchObject({ records: 4 });
  });

  it('waits for a concurrent cut, and then has nothing left to do', async () => {
    await fourMonths();
    await log.owner.query('BEGIN');
    await log.owner.query('SELECT count(*) FROM platform.audit');
    let waits = 0;
    const cut = () => log.cut('2024-03', () => (waits += 1));
    const cuts = Promise.all([cut(), cut()]);
    // The open transaction above makes the first cut wait. The second cut waits for a lock of the
    // first cut.
    await eventually(
      async () => waits > 0 && (await countLockWaits(run.source)) > 0,
      (both) => both,
    );
    await log.owner.query('COMMIT');
    expect((await cuts).map(({ records }) => records).sort()).toEqual([0, 4]);
    expect(await log.verify()).toMatchObject({ checked: 6, damaged: 0 });
  });

  it('does not appear as damage to a check that runs at the same time', async () => {
    await fourMonths();
    expect(await log.verifyWhile(() => log.cut('2024-03'))).toMatchObject({
      start: { sequence: '4' },
      checked: 6,
      damaged: 0,
    });
  });

  it('delays each write of others by less than a second while a reader blocks the cut, and completes after that', async () => {
    await fourMonths();
    const now = run.clock.now().toISOString();
    let waits = 0;
    await log.owner.query('BEGIN');
    await log.owner.query('SELECT count(*) FROM platform.audit');
    const cut = log.cut('2024-03', () => (waits += 1));
    // Each write has a lock timeout of a second, so a cut that blocked writes would fail the test.
    while (waits < 3)
      await run.source.transaction(async (manager) => {
        await manager.query(`SET LOCAL lock_timeout = '1s'`);
        await manager.query(
          `INSERT INTO platform.audit (id, at, action, details) VALUES (gen_random_uuid(), $1, 'signed-in', '{}')`,
          [now],
        );
      });
    await log.owner.query('COMMIT');
    expect(await cut).toMatchObject({ records: 4, months: ['2024-01', '2024-02'] });
    await log.seal();
    expect(await log.verify()).toMatchObject({ damaged: 0, waiting: 0 });
  });

  it('runs while commands write and workers seal', async () => {
    await fourMonths();
    const now = run.clock.now().toISOString();
    await Promise.all([
      log.cut('2024-04'),
      ...Array.from({ length: 20 }, () => log.write(now).then(log.seal)),
    ]);
    await log.seal();
    expect(await log.verify()).toMatchObject({ checked: 24, damaged: 0, waiting: 0 });
  });
});

describe('The check of the audit log after a cut', () => {
  beforeEach(async () => {
    await fourMonths();
    await log.cut('2024-03');
  });

  it.each([
    [
      'a record that was changed',
      `UPDATE platform.audit SET action = 'x' WHERE at = '2024-03-05T10:00:00Z'`,
      [['changed', '5']],
    ],
    [
      'a record that is gone, the first one too',
      `DELETE FROM platform.audit WHERE at = '2024-03-05T10:00:00Z'`,
      [['missing_record', '5']],
    ],
    [
      'a month that was dropped past the program',
      `DROP TABLE platform.audit_2024_03`,
      [
        ['missing_record', '5'],
        ['missing_record', '6'],
      ],
    ],
    [
      'a month that was dropped together with its seals',
      `DROP TABLE platform.audit_2024_03; DELETE FROM platform.audit_seal WHERE sequence <= 6`,
      [['missing_seal', '5']],
    ],
    [
      'a beginning that was moved forward',
      `DROP TABLE platform.audit_2024_03; UPDATE platform.audit_cut SET (sequence, seal, at) =
         (SELECT sequence, seal, at FROM platform.audit_seal WHERE sequence = 6);
       DELETE FROM platform.audit_seal WHERE sequence <= 6`,
      [['start_changed', '6']],
    ],
    ['a beginning that was forgotten', `DELETE FROM platform.audit_cut`, [['missing_seal', '1']]],
    [
      'a record that was added before the beginning',
      `INSERT INTO platform.audit (id, at, action, details)
         VALUES ('0193a9a0-0000-7000-8000-000000000001', '2024-01-07Z', 'signed-in', '{}');
       INSERT INTO platform.audit_seal (sequence, audit_id, at, seal)
         VALUES (2, '0193a9a0-0000-7000-8000-000000000001', '2024-01-07Z', '\\x00')`,
      [['inserted', '2']],
    ],
  ])('finds %s', async (_, damage, findings) => {
    await log.owner.query(damage);
    expect(await log.found()).toEqual(findings);
    await log.makeMonths('2024-03');
  });

  it('confirms a head that was noted before the cut, and reports an older head as cut off', async () => {
    const { start } = await log.verify();
    const noted = { sequence: '4', seal: start?.seal.toString('hex') ?? '' };
    expect(await log.verify(noted)).toMatchObject({ damaged: 0, notedIsCut: false });
    expect(await log.found({ ...noted, seal: '0'.repeat(64) })).toEqual([['head_changed', '4']]);
    expect(await log.verify({ sequence: '3', seal: '0'.repeat(64) })).toMatchObject({
      damaged: 0,
      notedIsCut: true,
    });
    // The operator noted only a seal, and not its sequence number. The seal may belong to a record
    // that was cut.
    expect(await log.verify({ sequence: null, seal: '0'.repeat(64) })).toMatchObject({
      damaged: 0,
      notedIsCut: true,
    });
  });
});
