import { createHash } from 'node:crypto';
import { SealRuns } from '../../../server/runtime/record-log/sealing/seal-runs';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { launchHostedStudy, trialRecords, type RecordContent } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

/** Launches a session with names, so that exports contain the runs of today. */
const named = () => launchHostedStudy(run, { privacy_level: 'roster_on_start' });

describe('An export of research data', () => {
  it('contains each trial of each finished run once, flat, with a codebook and a manifest', async () => {
    const { tookPart, made, fetchFile, unpack } = studyExportRequestsOf(run);
    const r = await named();
    const records: RecordContent[] = [
      trialRecord({ rt: 300, stimulus: 'red', response: { Q0: 'a, "b"', Q1: [1, 2] } }),
      trialRecord({ rt: 412.5, stimulus: 'blue', correct: true }),
      { kind: 'event', data: '{"type":"blur","at":1200}' },
      { kind: 'amend', data: '{"trial":0,"data":{"rt":300,"stimulus":"red","group":"x"}}' },
    ];
    const t = await tookPart(r, records);
    const u = await tookPart(r, records);
    await run.app.get(SealRuns, { strict: false }).run();
    const open = await tookPart(r, trialRecords(2), 'open');
    const done = await made(r.study_id, r.researcher, { format: 'csv' });
    expect(done).toMatchObject({
      state: 'ready',
      progress: 100,
      format: 'csv',
      runs: 2,
      rows: 4,
      left_out: { unfinished: 1, day_not_over: 0, withdrawn: 0, damaged: 0 },
    });
    const answer = await fetchFile(done.download_url ?? '').expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(done.size),
      'cache-control': 'no-store',
    });
    const { files, codebook, manifest } = unpack(answer.body as Buffer);
    expect(Object.keys(files).sort()).toEqual([
      'README.md',
      'codebook.csv',
      'codebook.json',
      'data.csv',
      'events.csv',
      'manifest.json',
      'runs.csv',
    ]);
    const lines = (files['data.csv'] ?? '').split('\r\n');
    expect(lines[0]).toBe(
      'run_participant,run_session,run_attempt,run_seq,run_kind,rt,stimulus,group,correct',
    );
    for (const { run: made, id } of [t, u]) {
      const [row]: { participant: string }[] = await run.source.query(
        `SELECT encode(pseudonym, 'hex') AS participant FROM research.participation WHERE id = $1`,
        [id],
      );
      const before = `${row?.participant},${r.session_id},${made.attempt}`;
      expect(lines).toContain(`${before},1,trial,300,red,x,`);
      expect(lines).toContain(`${before},2,trial,412.5,blue,,true`);
      expect(files['events.csv']).toContain(`${before},3,event,"{""type"":""blur"",""at"":1200}"`);
      expect(files['runs.csv']).toContain(`${before},finished,2,1,1,0,`);
      expect(files['data.csv']).not.toContain(open.run._id);
    }
    expect(lines).toHaveLength(1 + 4 + 1);
    expect(codebook.data.find(({ name }) => name === 'rt')).toMatchObject({
      type: 'number',
      range: [300, 412.5],
      missing: 0,
    });
    expect(codebook.data.find(({ name }) => name === 'stimulus')).toMatchObject({
      type: 'string',
      levels: ['blue', 'red'],
    });
    expect(manifest.counts).toEqual({ runs: 2, rows: 4, columns: 9 });
    expect(manifest.sessions).toMatchObject([
      { session: r.session_id, privacy_level: 'roster_on_start' },
    ]);
    for (const { name, bytes, sha256 } of manifest.files) {
      const content = Buffer.from(files[name] ?? '');
      expect([name, content.length]).toEqual([name, bytes]);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
    const tables = ['data.csv', 'events.csv', 'runs.csv'];
    const names = [...tables, 'codebook.json', 'codebook.csv', 'README.md'];
    expect(manifest.files.map(({ name }) => name)).toEqual(names);
  });

  it('has the same columns and values in every format, and no formulas for spreadsheets', async () => {
    const { tookPart, made, fetchFile, unpack, ask } = studyExportRequestsOf(run);
    const r = await named();
    await tookPart(r, [trialRecord({ '=cmd': '=1+1', id: 7, list: [1], 'a.b': 1, a: { b: 2 } })]);
    const files = async (body: object) => {
      const { download_url } = await made(r.study_id, r.researcher, body);
      return unpack((await fetchFile(download_url ?? '').expect(200)).body as Buffer).files;
    };
    const values = { '=cmd': '=1+1', id: 7, list: [1], 'a.b': 1, a: { b: 2 } };
    const json = (await files({ format: 'json' }))['data.json'] ?? '';
    expect(JSON.parse(json)).toMatchObject([values]);
    const jsonl = (await files({ format: 'jsonl' }))['data.jsonl'] ?? '';
    expect(jsonl.split('\n').filter(Boolean)).toHaveLength(1);
    expect(JSON.parse(jsonl)).toEqual((JSON.parse(json) as object[])[0]);
    const plain = (await files({ format: 'csv' }))['data.csv'] ?? '';
    expect(plain).toMatch(/,=cmd,id,list,a\.b,a\r\n.*,=1\+1,7,\[1\],1,"\{""b"":2\}"\r\n$/);
    const safe = (await files({ for_spreadsheets: true }))['data.csv'] ?? '';
    expect(safe).toMatch(/^\ufeffrun_participant,.*,'=cmd,id,list,a\.b,a\r\n.*,'=1\+1,7,\[1\]/);
    const wrong = await ask(r.study_id, r.researcher, { format: 'json', for_spreadsheets: true });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('contains each trial once, although a study made for JATOS sends all trials repeatedly', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const result = (keep: number): RecordContent => ({
      kind: 'event',
      data: JSON.stringify({ type: 'result', component: 1, keep, parts: 1 }),
    });
    const text = (data: string): RecordContent => ({ kind: 'text', data });
    await tookPart(r, [
      trialRecord({ n: 1 }),
      ...[result(0), text('[{"n":1}]')],
      trialRecord({ n: 2 }),
      ...[result(8), text(',{"n":2},{"sum":3}]')],
    ]);
    const { data, events, manifest } = await downloaded(r.study_id, r.researcher);
    expect(data.map(({ run_kind, n, sum }) => [run_kind, n ?? sum])).toEqual([
      ['trial', 1],
      ['trial', 2],
      ['text', 3],
    ]);
    expect(manifest.repeated_rows).toBe(2);
    expect(events).toEqual([]);
  });

  it('describes in its codebook the data of jsPsych plugins', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const ofJsPsych = { trial_type: 'html-keyboard-response', trial_index: 0, time_elapsed: 9 };
    await tookPart(r, [trialRecord({ ...ofJsPsych, rt: 1, mine: 2 })]);
    const { codebook } = await downloaded(r.study_id, r.researcher);
    const told = Object.fromEntries(codebook.data.map((one) => [one.name, one.description]));
    expect(told).toMatchObject({
      rt: expect.stringMatching(/^The response time in milliseconds/),
      trial_type: 'The plugin of jsPsych that ran the trial',
    });
    expect(told.mine).toBeUndefined();
  });

  it('stores whatever a study sends: invalid JSON, NUL, lone surrogates, repeated names, thousands of columns', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`c${n}`, n]));
    const nested = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const texts = [
      '{"a":NaN}',
      '{"nul":"\\u0000","half":"\\ud800","a":1,"a":2,"__proto__":3,"big":12345678901234567890}',
      'plain \u0000 text',
      nested,
      '[1,2]',
      '{"run_seq":"theirs"}',
    ];
    await tookPart(r, [
      ...texts.map((data): RecordContent => ({ kind: 'trial', data })),
      trialRecord(wide),
      { kind: 'text', data: '[{"row":1},{"row":2}]' },
    ]);
    const { data, codebook } = await downloaded(r.study_id, r.researcher);
    const rows = data.map(({ run_participant: _, run_session: __, ...row }) => row);
    const own = { run_attempt: 1, run_kind: 'trial' };
    expect(rows[0]).toEqual({ ...own, run_seq: 1, run_value: '{"a":NaN}' });
    expect(JSON.stringify(rows[1])).toBe(
      JSON.stringify({
        run_attempt: 1,
        run_seq: 2,
        run_kind: 'trial',
        nul: '\ufffd',
        half: '\ufffd',
        a: 2,
        ...(JSON.parse('{"__proto__":3}') as object),
        big: '12345678901234567890',
      }),
    );
    expect(rows[2]).toMatchObject({ run_value: 'plain \ufffd text' });
    expect(rows[3]).toMatchObject({ run_value: nested });
    expect(rows[4]).toMatchObject({ run_value: [1, 2] });
    expect(rows[5]).toMatchObject({ run_seq: 6, run_seq_2: 'theirs' });
    expect(rows[6]).toMatchObject({ c0: 0, c4999: 4999 });
    expect(rows.slice(7)).toEqual([
      { ...own, run_kind: 'text', run_seq: 8, run_part: 1, row: 1 },
      { ...own, run_kind: 'text', run_seq: 8, run_part: 2, row: 2 },
    ]);
    expect(codebook.data.find(({ name }) => name === 'run_seq_2')?.renamed_from).toBe('run_seq');
  }, 30_000);

  it('omits damaged runs, reports that, and contains all other runs; unfinished runs are included on request', async () => {
    const { tookPart, made, downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const broken = await tookPart(r, trialRecords(2));
    await tookPart(r, trialRecords(3));
    await tookPart(r, trialRecords(1), 'open');
    await run.source.query(
      `INSERT INTO research.run_log (run_id, through, lines) VALUES ($1, 0, '\\x00')`,
      [broken.run._id],
    );
    const { runs, rows, left_out } = await made(r.study_id, r.researcher, { unfinished: true });
    expect({ runs, rows, left_out }).toEqual({
      runs: 2,
      rows: 4,
      left_out: { unfinished: 0, day_not_over: 0, withdrawn: 0, damaged: 1 },
    });
    const { manifest, runs: listed } = await downloaded(r.study_id, r.researcher, {
      format: 'json',
      unfinished: true,
    });
    expect(manifest.left_out).toMatchObject({ damaged: 1 });
    expect(listed.map(({ state }) => state).sort()).toEqual(['finished', 'open']);
    // Deletes the damaged row, because sealing would fail at it in the following tests.
    await run.source.query(`DELETE FROM research.run_log WHERE run_id = $1`, [broken.run._id]);
  });

  it('is complete and empty for a study without data', async () => {
    const { downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const { data, runs, events, manifest } = await downloaded(r.study_id, r.researcher);
    expect({ data, runs, events }).toEqual({ data: [], runs: [], events: [] });
    expect(manifest.counts).toMatchObject({ runs: 0, rows: 0 });
  });
});

it('An export counts the records with NaN or infinity, and names the replaced values after each such record', async () => {
  const { tookPart, made, fetchFile, unpack } = studyExportRequestsOf(run);
  const r = await named();
  const told = '{"type":"not_a_number","values":[["share","NaN"]]}';
  await tookPart(r, [
    trialRecord({ share: null }),
    { kind: 'event', data: told },
    trialRecord({ share: 0.5 }),
  ]);
  await tookPart(r, [trialRecord({ share: 1 })]);
  const done = await made(r.study_id, r.researcher, { format: 'csv' });
  const { files, codebook } = unpack(
    (await fetchFile(done.download_url ?? '').expect(200)).body as Buffer,
  );
  const [heads = '', ...lines] = (files['runs.csv'] ?? '').trim().split('\r\n');
  const at = heads.split(',').indexOf('not_numbers');
  expect(lines.map((line) => line.split(',')[at]).sort()).toEqual(['', '1']);
  expect(files['events.csv']).toContain(`,2,event,"${told.replaceAll('"', '""')}"`);
  expect(codebook.data.find(({ name }) => name === 'share')).toMatchObject({
    type: 'number',
    missing: 1,
  });
  expect(files['README.md']).toContain('`not_a_number`');
});
