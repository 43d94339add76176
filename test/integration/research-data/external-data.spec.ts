/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import { PersonalDataRead } from '../../../server/data-rights/personal-data.read';
import { Snapshots } from '../../../server/platform/db/snapshot';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { studyExportRequestsOf } from './exporting';
import { csvOf, externalDataRequestsOf } from './external-data';
import { parquetRows } from './reading';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const day = 86_400_000;
const stored = async (file: string): Promise<number> => {
  const [row]: { rows: number }[] = await run.source.query(
    `SELECT count(*)::int AS rows FROM research.outside_row r
     JOIN research.outside_part p ON p.id = r.part_id WHERE p.file_id = $1`,
    [file],
  );
  return row?.rows ?? 0;
};

describe('Data that an external study collected', () => {
  it('are read from a German spreadsheet on Windows: separator, encoding and decimal commas', async () => {
    const { add, check, recruit, tookPart } = externalDataRequestsOf(run);
    const { downloaded } = studyExportRequestsOf(run);
    const r = await recruit();
    const [a, b] = [await tookPart(r), await tookPart(r)];
    const text = [
      'Participant;Größe;delay;note',
      `${a.sent.participant};1,75;0.50;x`,
      `${b.sent.participant};1,5;0.75`,
      '',
    ].join('\r\n');
    const file = Buffer.from(text, 'latin1');
    expect(await check(r.study_id, r.researcher, file)).toMatchObject({
      encoding: 'windows-1252',
      faults: [],
      columns: [
        { type: 'text' },
        { name: 'Größe', type: 'number', decimal_comma: true },
        { name: 'delay', type: 'number', decimal_comma: false },
        { name: 'note', type: 'text', decimal_comma: false },
      ],
    });
    const { status } = await add(r.study_id, r.researcher, file, {}, 'application/vnd.ms-excel');
    expect(status).toBe(201);
    const { files } = await downloaded(r.study_id, r.researcher, { format: 'json' });
    const rows = JSON.parse(files['outside/answers.json'] ?? '') as Record<string, unknown>[];
    expect(rows.map((row) => [row['Größe'], row.delay, row.note]).sort()).toEqual([
      [1.5, 0.75, undefined],
      [1.75, 0.5, 'x'],
    ]);
  });

  it('are checked in a dry run, added to their participations, and exported in every table format', async () => {
    const { add, check, list, recruit, tookPart } = externalDataRequestsOf(run);
    const { downloaded } = studyExportRequestsOf(run);
    const r = await recruit();
    const [a, b, c] = [await tookPart(r), await tookPart(r), await tookPart(r)];
    const csv = csvOf('ResponseId,participant,Email,rt,said', [
      ['R_1', a.sent.participant, 'a@lab.example', 312, '"yes, ""so"""'],
      ['R_2', b.sent.participant, 'b@lab.example', 280, '=1+1'],
    ]);
    const told = await check(r.study_id, r.researcher, csv);
    expect(told).toMatchObject({
      rows: 2,
      participant: 2,
      matched: 2,
      participants: 2,
      without_row: 1,
      missing: [c.sent.participant],
      faults: [],
    });
    expect(told.columns.map(({ name, reason, kept }) => [name, reason, kept])).toEqual([
      ['ResponseId', null, true],
      ['participant', null, false],
      ['Email', 'email', false],
      ['rt', null, true],
      ['said', null, true],
    ]);
    expect(await list(r.study_id, r.researcher)).toEqual([]);
    const added = await add(r.study_id, r.researcher, csv, { columns: '4-5' });
    expect(added).toMatchObject({
      status: 201,
      body: { name: 'answers.csv', columns: ['rt', 'said'], rows: 2, participants: 2 },
    });
    for (const format of ['json', 'jsonl', 'csv', 'parquet']) {
      const archive = await downloaded(r.study_id, r.researcher, { format });
      const name = `outside/answers.${format}`;
      expect(Object.keys(archive.bytes)).toContain(name);
      if (format === 'json')
        expect(JSON.parse(archive.files[name] ?? '')).toEqual(
          expect.arrayContaining([
            {
              run_participant: a.sent.participant,
              run_session: r.session_id,
              run_row: 1,
              rt: 312,
              said: 'yes, "so"',
            },
          ]),
        );
      if (format === 'parquet')
        expect(await parquetRows(archive.bytes[name] ?? new Uint8Array())).toHaveLength(2);
      expect(archive.files['codebook.json']).toContain('outside/answers');
      expect(JSON.stringify(archive.manifest)).toContain('"included":true');
    }
    const spreadsheet = await downloaded(r.study_id, r.researcher, {
      format: 'csv',
      for_spreadsheets: true,
    });
    expect(spreadsheet.files['outside/answers.csv']).toContain("'=1+1");
    for (const format of ['psych-ds', 'bids', 'bundle']) {
      const archive = await downloaded(r.study_id, r.researcher, { format });
      expect(Object.keys(archive.files).join()).not.toContain('answers');
      const { left_out } = archive.manifest;
      expect([format, format === 'bundle' ? left_out.outside_files : 1]).toEqual([format, 1]);
    }
  }, 60_000);

  it('are refused completely with each fault and its line, and nothing is stored', async () => {
    const { add, list, recruit, tookPart } = externalDataRequestsOf(run);
    const r = await recruit();
    const { participant } = (await tookPart(r)).sent;
    const csv = csvOf('participant,a', [
      [participant, 1],
      [participant, 2],
      ['f'.repeat(32), 3],
    ]);
    const refused = await add(r.study_id, r.researcher, csv);
    expect(refused).toMatchObject({ status: 400, body: { code: 'outside_data_refused' } });
    expect(refused.body.fields?.map(({ path, code }) => [path, code])).toEqual([
      ['line.3', 'doubled_participant'],
      ['line.4', 'unknown_participant'],
    ]);
    expect(await list(r.study_id, r.researcher)).toEqual([]);
    const lenient = { several: 'true', leave_unknown: 'true' };
    const added = await add(r.study_id, r.researcher, csv, lenient);
    expect(added.body).toMatchObject({ rows: 2, participants: 1, left_out: { unknown: 1 } });
    expect(await stored(added.body._id)).toBe(2);
  });

  it('are deleted when their participant withdraws: rows, personal copy, and exports with them', async () => {
    const { add, check, recruit, tookPart, withdraw } = externalDataRequestsOf(run);
    const { made, one, downloaded } = studyExportRequestsOf(run);
    const r = await recruit();
    const [a, b] = [await tookPart(r), await tookPart(r)];
    const csv = csvOf('participant,said', [
      [a.sent.participant, 'about-a'],
      [b.sent.participant, 'about-b'],
    ]);
    const { body } = await add(r.study_id, r.researcher, csv);
    const copyOf = async () => {
      const read = run.app.get(PersonalDataRead, { strict: false });
      const file = read.files.find(({ name }) => name === 'outside-data');
      if (!file) throw new Error('there is no such file');
      const texts: string[] = [];
      await run.app.get(Snapshots, { strict: false }).take(async (snapshot) => {
        for (const { pages } of read.rows(snapshot, file, a.person._id))
          for await (const page of pages) texts.push(JSON.stringify(page));
      });
      return texts.join('\n');
    };
    expect(await copyOf()).toContain('about-a');
    const done = await made(r.study_id, r.researcher);
    await withdraw(a);
    expect(await one(r.study_id, r.researcher, done._id)).toMatchObject({ state: 'outdated' });
    expect(await stored(body._id)).toBe(1);
    expect(await copyOf()).not.toContain('about-a');
    const { files } = await downloaded(r.study_id, r.researcher);
    expect(files['outside/answers.json']).toContain('about-b');
    expect(files['outside/answers.json']).not.toContain('about-a');
    const again = csvOf('participant,said', [[a.sent.participant, 'about-a']]);
    expect(await check(r.study_id, r.researcher, again)).toMatchObject({
      matched: 0,
      withdrawn: 1,
      faults: [],
    });
  });

  it('exclude participants who withdraw between the dry run and the upload, or during the upload', async () => {
    const { add, check, recruit, tookPart, withdraw } = externalDataRequestsOf(run);
    const r = await recruit();
    const people = [];
    for (let n = 0; n < 6; n++) people.push(await tookPart(r));
    const csv = csvOf(
      'participant,n',
      people.map(({ sent }, n) => [sent.participant, n]),
    );
    expect(await check(r.study_id, r.researcher, csv)).toMatchObject({ matched: 6 });
    const [first, ...others] = people;
    if (first) await withdraw(first);
    const [added] = await Promise.all([
      add(r.study_id, r.researcher, csv),
      ...others.slice(0, 3).map((one) => withdraw(one)),
    ]);
    expect(added.status).toBe(201);
    expect(await stored(added.body._id)).toBe(2);
  });

  it('of anonymous sessions have no columns about person, time or place, and no order of people', async () => {
    const { add, check, recruit, tookPart } = externalDataRequestsOf(run);
    const { downloaded } = studyExportRequestsOf(run);
    const r = await recruit({ privacy_level: 'anonymous' });
    const people = [];
    for (let n = 0; n < 6; n++) people.push(await tookPart(r));
    const now = clock.now().toISOString();
    const csv = csvOf(
      'participant,participation,IPAddress,when,n,note',
      people.map(({ sent }, n) => [
        sent.participant,
        sent.participation,
        '203.0.113.9',
        now,
        n,
        `at ${now} from 203.0.113.9`,
      ]),
    );
    // A participant who started today is shown tomorrow.
    expect((await check(r.study_id, r.researcher, csv)).matched).toBe(0);
    clock.advance(day);
    const told = await check(r.study_id, r.researcher, csv, { columns: '1-6' });
    expect(told.faults.map(({ code, column }) => [code, column])).toEqual([
      ['column_refused', 2],
      ['column_refused', 3],
      ['column_refused', 4],
    ]);
    const added = await add(r.study_id, r.researcher, csv);
    expect(added.body).toMatchObject({ columns: ['n', 'note'], withheld: 12 });
    const rows: object[] = await run.source.query(
      `SELECT r.cells FROM research.outside_row r JOIN research.outside_part p ON p.id = r.part_id
       WHERE p.file_id = $1`,
      [added.body._id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|\d\d:\d\d/);
    const orders = new Set<string>();
    for (let n = 0; n < 4; n++) {
      const { files } = await downloaded(r.study_id, r.researcher);
      const table = JSON.parse(files['outside/answers.json'] ?? '[]') as { n: number }[];
      orders.add(table.map((row) => row.n).join());
    }
    // By chance, all four orders would be equal only once in 6!³ times.
    expect(orders.size).toBeGreaterThan(1);
  }, 60_000);

  it('can be replaced or deleted, with their exports, and are added once by two concurrent uploads', async () => {
    const { add, list, remove, recruit, tookPart } = externalDataRequestsOf(run);
    const { made, one } = studyExportRequestsOf(run);
    const r = await recruit();
    const { participant } = (await tookPart(r)).sent;
    const csv = csvOf('participant,a,b', [[participant, 1, 2]]);
    const both = await Promise.all([
      add(r.study_id, r.researcher, csv),
      add(r.study_id, r.researcher, csv),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [first] = await list(r.study_id, r.researcher);
    const done = await made(r.study_id, r.researcher);
    const query = { replaces: first?._id ?? '', columns: '3' };
    const replaced = await add(r.study_id, r.researcher, csv, query);
    expect(replaced).toMatchObject({ status: 201, body: { columns: ['b'] } });
    expect(await one(r.study_id, r.researcher, done._id)).toMatchObject({ state: 'outdated' });
    expect(await list(r.study_id, r.researcher)).toHaveLength(1);
    expect(await remove(r.study_id, r.researcher, replaced.body._id)).toBe(204);
    expect(await remove(r.study_id, r.researcher, replaced.body._id)).toBe(404);
    const audited: { action: string }[] = await run.source.query(
      `SELECT action FROM platform.audit WHERE details->>'study_id' = $1
         AND action LIKE 'outside-data-%' ORDER BY action`,
      [r.study_id],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'outside-data-added',
      'outside-data-added',
      'outside-data-deleted',
      'outside-data-deleted',
    ]);
  });

  it('are accepted for external studies only', async () => {
    const { add, recruit } = externalDataRequestsOf(run);
    const r = await recruit({ runtime: { kind: 'onsite', place: 'Room 1' } });
    expect(await add(r.study_id, r.researcher, 'participant,a\n1,2')).toMatchObject({
      status: 409,
      body: { code: 'not_external' },
    });
  });

  it('may have 100,000 rows, with bounded memory', async () => {
    const { add, recruit, tookPart } = externalDataRequestsOf(run);
    const r = await recruit();
    const people = [await tookPart(r), await tookPart(r)];
    const lines = ['participant,trial,rt,word'];
    for (let n = 0; n < 100_000; n++)
      lines.push(`${people[n % 2]?.sent.participant ?? ''},${n},${300 + (n % 99)},word ${n}`);
    const csv = Buffer.from(lines.join('\n'));
    lines.length = 0;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const added = await add(r.study_id, r.researcher, csv, { several: 'true' });
    clearInterval(watch);
    expect(added).toMatchObject({ status: 201, body: { rows: 100_000, participants: 2 } });
    expect(await stored(added.body._id)).toBe(100_000);
    // The memory also contains the file of 6 MB, which the test holds, and garbage that is not
    // collected yet.
    expect((most - before) / 1e6).toBeLessThan(300);
  }, 90_000);
});
