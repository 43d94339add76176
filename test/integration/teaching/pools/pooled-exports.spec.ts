/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RunParticipation } from '../../runtime/running';
import { parseJsonLines, poolRequestsOf } from '../rigs/pools';

const clock = new TestClock();
const day = 86_400_000;
let run: RunningApp;
let rig: ReturnType<typeof poolRequestsOf>;
beforeAll(async () => {
  run = await sharedApp({ clock });
  rig = poolRequestsOf(run);
});
afterAll(() => run.close());

async function withdraw({ id, person }: RunParticipation): Promise<void> {
  const { status, body } = await rig.running.move(id, person, 'withdraw-data');
  if (status !== 200) throw new Error(`withdraw-data: ${status} ${JSON.stringify(body)}`);
}

/**
 * Makes a class whose three students copied one template: the studies of two students have answers
 * of yesterday, and the study of the third student began today.
 */
async function scene() {
  const room = await rig.sessions.buildingClass();
  const { instructor, builder, mate, student } = room;
  const template = await rig.template(instructor, room.id, 'Stroop');
  const copied = (who: typeof builder) => rig.templates.copied(who, template, room.id);
  const [a, b, c] = [await copied(builder), await copied(mate), await copied(student)];
  const notLaunched = await copied(student);
  await rig.templates.changed(mate, b, { title: 'Stroop of animals' });
  await rig.templates.shareWith(instructor, template, room.id, false);
  const notPooled = await copied(builder);
  const [first, second, third] = [
    await rig.launched(builder, a, room.id),
    await rig.launched(mate, b, room.id),
    await rig.launched(student, c, room.id),
  ];
  const alone = await rig.launched(builder, notPooled, room.id);
  await rig.tookPart(alone, room.id, { rt: 999 });
  const stays = await rig.tookPart(first, room.id, { rt: 300, word: 'red' }, { rt: 310 });
  const gone = await rig.tookPart(first, room.id, { rt: 666, word: 'withdrawn' });
  await rig.tookPart(second, room.id, { rt: 400, animal: 'cat', group: 'their own' });
  await withdraw(gone);
  clock.advance(day);
  await rig.tookPart(third, room.id, { rt: 777, word: 'today' });
  return { room, template, ...{ a, b, c, notLaunched, notPooled }, stays, third };
}

describe('The export of a pool of answers', () => {
  it('has titles, names and answers that are formulas as text in a table, and as they are in JSON Lines', async () => {
    const room = await rig.sessions.buildingClass();
    const template = await rig.template(room.instructor, room.id, 'Stroop');
    const study = await rig.templates.copied(room.builder, template, room.id);
    await rig.templates.changed(room.builder, study, { title: '=1+1' });
    const launched = await rig.launched(room.builder, study, room.id);
    await rig.tookPart(launched, room.id, { '=2+2': '=3+3', rt: -4 });
    clock.advance(day);
    const table = await rig.unpacked(await rig.made(room.instructor, room.id, template, {}));
    for (const text of [table.files['data.csv'], table.files['codebook.csv']])
      expect(text).not.toMatch(/(^|,)"?=/m);
    for (const cell of ["'=1+1", "'=2+2", "'=3+3", '-4'])
      expect(table.files['data.csv']?.split(/[,\r\n]+/)).toContain(cell);
    const format = { format: 'jsonl' };
    const lines = await rig.unpacked(await rig.made(room.instructor, room.id, template, format));
    expect(parseJsonLines(lines.files['data.jsonl'])).toMatchObject([
      { group: '=1+1', '=2+2': '=3+3', rt: -4 },
    ]);
  }, 30_000);

  it('has the rows of all groups with their group, and says what is left out', async () => {
    const { room, template, a, b, c } = await scene();
    const pool = await rig.made(room.instructor, room.id, template, { format: 'jsonl' });
    expect(pool).toMatchObject({
      template_id: template,
      title: 'Stroop',
      studies: 3,
      export: { state: 'ready', format: 'jsonl', runs: 2 },
    });
    const { files, manifest } = await rig.unpacked(pool);
    const data = parseJsonLines(files['data.jsonl']);
    expect(Object.keys(data[0] ?? {})[0]).toBe('study_group');
    const told = data.map(({ study_group, rt, word, animal, group }) => [
      study_group,
      rt,
      word ?? null,
      animal ?? null,
      group ?? null,
    ]);
    expect(told.toSorted()).toEqual([
      ['Stroop 1', 300, 'red', null, null],
      ['Stroop 1', 310, null, null, null],
      ['Stroop of animals', 400, null, 'cat', 'their own'],
    ]);
    const runs = parseJsonLines(files['runs.jsonl']);
    expect(runs.map(({ study_group }) => study_group).toSorted()).toEqual([
      'Stroop 1',
      'Stroop of animals',
    ]);
    expect(new Set(data.map(({ run_participant }) => run_participant))).toEqual(
      new Set(runs.map(({ run_participant }) => run_participant)),
    );
    expect(manifest).toMatchObject({
      pool: { template, title: 'Stroop' },
      group_column: 'study_group',
      group_column_renamed_from: 'group',
      counts: { groups: 3, runs: 2, rows: 3 },
      left_out: { unfinished: 0, withdrawn: 1, damaged: 0 },
      studies_left_out: { not_pooled: 1, not_launched: 1 },
    });
    expect(manifest.groups).toEqual([
      expect.objectContaining({
        group: 'Stroop 1',
        study: a,
        counts: { runs: 1, rows: 2 },
        left_out: { unfinished: 0, withdrawn: 1, damaged: 0 },
      }),
      expect.objectContaining({
        group: 'Stroop of animals',
        study: b,
        counts: { runs: 1, rows: 1 },
      }),
      expect.objectContaining({
        group: 'Stroop 2',
        study: c,
        counts: { runs: 0, rows: 0 },
        left_out: { unfinished: 0, withdrawn: 0, damaged: 0 },
      }),
    ]);
    const all = Object.values(files).join('\n');
    expect(all).not.toContain('day_not_over');
    for (const secret of ['"rt":666', 'withdrawn"', '"rt":777', '"rt":999', 'today'])
      expect([secret, files['data.jsonl']?.includes(secret)]).toEqual([secret, false]);
    expect(all).toContain('study_group');
    expect(JSON.parse(files['codebook.json'] ?? '{}')).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ name: 'study_group', values: 3, missing: 0 }),
        expect.objectContaining({ name: 'rt', type: 'integer', range: [300, 400], values: 3 }),
        expect.objectContaining({ name: 'word', values: 1, missing: 2 }),
      ]),
    });
  });

  it('is a CSV table with a README, and has the rows of the next day when that is over', async () => {
    const { room, template } = await scene();
    clock.advance(day);
    const { files } = await rig.unpacked(await rig.made(room.assistant, room.id, template));
    expect(Object.keys(files).toSorted()).toEqual([
      'README.md',
      'codebook.csv',
      'codebook.json',
      'data.csv',
      'manifest.json',
      'runs.csv',
    ]);
    const [head, ...rows] = (files['data.csv'] ?? '').trim().split('\r\n');
    expect(head).toMatch(/^study_group,run_participant,/);
    expect(rows).toHaveLength(4);
    expect(rows.filter((row) => row.startsWith('Stroop 2,'))).toHaveLength(1);
    expect(files['README.md']).toContain('`study_group`');
  });

  it('is outdated when a participant of one group withdraws, and the next one lacks the data', async () => {
    const { room, template, stays } = await scene();
    const pool = await rig.made(room.instructor, room.id, template);
    const url = pool.export?.download_url ?? '';
    await rig.exporting.fetchFile(url).expect(200);
    await withdraw(stays);
    await rig.exporting.fetchFile(url).expect(409);
    expect(await rig.list(room.instructor, room.id)).toMatchObject([
      { export: { state: 'outdated', download_url: null } },
    ]);
    const { files } = await rig.unpacked(await rig.made(room.instructor, room.id, template));
    expect(files['data.csv']).not.toContain('310');
  });

  it('is made for one of two concurrent requests', async () => {
    const { room, template } = await scene();
    const answers = await Promise.all(
      [room.instructor, room.assistant, room.builder].map((who) =>
        rig.request(who, room.id, template),
      ),
    );
    expect(
      answers.map(({ status, body }) => (status < 400 ? status : body.code)).toSorted(),
    ).toEqual([202, 'export_under_way', 'export_under_way']);
    const [row]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM research.study_export WHERE pool_template_id = $1`,
      [template],
    );
    expect(row).toEqual({ n: 1 });
  });
});
