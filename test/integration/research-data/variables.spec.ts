/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import {
  emptyVariableDescription,
  type StudyVariable,
  type VariableDescription,
} from '../../../contracts/research-data/study-variables';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { TestPerson } from '../../support/people/people';
import { rehearsalRequestsOf } from '../runtime/rehearsing';
import { launchHostedStudy } from '../runtime/running';
import {
  bundleRequestsOf,
  textFilesIn,
  bundleIndexIn,
  resealBundleFiles,
} from './bundles/bundling';
import { studyExportRequestsOf, trialRecord } from './exporting';
import { csvOf, externalDataRequestsOf } from './external-data';
import { textRows } from './reading';
import { zipFiles } from '../../support/files/zip';

const clock = new TestClock();
const day = 86_400_000;
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const said = (name: string, more: Partial<VariableDescription> = {}): VariableDescription => ({
  ...{ ...emptyVariableDescription, name, description: `What ${name} is` },
  ...more,
});
interface Listed {
  items: StudyVariable[];
  runs: number;
  rehearsed: boolean;
  code: string;
}
const describing = () => {
  const { running, tookPart } = studyExportRequestsOf(run);
  const at = (study: string) => `/api/studies/${study}/variables/`;
  const list = async (study: string, who: TestPerson) =>
    (await running.ask<Listed>('GET', at(study), who)).body;
  const put = (study: string, who: TestPerson, ...variables: object[]) =>
    running.ask<Listed>('PUT', at(study), who, { variables });
  return { list, put, tookPart };
};
const named = (title: string) =>
  launchHostedStudy(run, { privacy_level: 'roster_on_start', title, description: 'Words' });
const mood = said('mood', {
  unit: 'points',
  levels: [
    { value: '1', label: 'never' },
    { value: '2', label: 'always' },
  ],
});

describe('The variables of a study', () => {
  it('are the columns of its data, and can be described before there are data', async () => {
    const { list, put, tookPart } = describing();
    const r = await named('Moods');
    const early = await put(r.study_id, r.researcher, { ...mood, version: null });
    expect(early.status).toBe(200);
    expect((await list(r.study_id, r.researcher)).items).toMatchObject([
      { name: 'mood', type: null, tables: [], unit: 'points' },
    ]);
    await tookPart(r, [trialRecord({ trial_type: 'html-keyboard-response', rt: 1.5, mood: 1 })]);
    const { items, runs } = await list(r.study_id, r.researcher);
    expect(runs).toBe(1);
    expect(items).toMatchObject([
      { name: 'trial_type', type: 'string', version: null },
      { name: 'rt', type: 'number', recorded_description: expect.stringContaining('milliseconds') },
      { ...mood, type: 'integer', tables: ['data'], version: early.body.items[0]?.version },
    ]);
  });

  it('are not listed before an export would contain them', async () => {
    const { list, tookPart } = describing();
    const r = await launchHostedStudy(run, { privacy_level: 'anonymous', title: 'Quiet' });
    await tookPart(r, [trialRecord({ secret_column: 1 })]);
    const { items, runs } = await list(r.study_id, r.researcher);
    expect({ items, runs }).toEqual({ items: [], runs: 0 });
    clock.advance(day);
    const later = await list(r.study_id, r.researcher);
    expect(later).toMatchObject({ items: [{ name: 'secret_column' }], runs: 1 });
  });

  it('are read from a sample of many runs, chosen by random ids, and only from exportable runs', async () => {
    const { list, tookPart } = describing();
    const r = await launchHostedStudy(run, { privacy_level: 'anonymous', title: 'Many' });
    await tookPart(r, [trialRecord({ of_all: 1 })]);
    await run.source.query(`UPDATE research.run SET state = 'ended' WHERE session_id = $1`, [
      r.session_id,
    ]);
    // Adds further attempts to the participation. They have copies of the first attempt's records,
    // and are `ago` days older than the first attempt.
    const more = (first: number, last: number, ago: number) =>
      run.source.query(
        `WITH made AS (
           INSERT INTO research.run (id, participation_id, session_id, attempt, state, writer,
             stored_through, head, bytes, seed, environment, day, last_day)
           SELECT gen_random_uuid(), o.participation_id, o.session_id, n, o.state, o.writer,
             o.stored_through, o.head, o.bytes, o.seed, o.environment, o.day - $4::int, o.last_day - $4::int
           FROM research.run o CROSS JOIN generate_series($2::int, $3::int) n
           WHERE o.session_id = $1 AND o.attempt = 1 RETURNING id)
         INSERT INTO research.run_chunk (run_id, first, last, frames)
         SELECT made.id, c.first, c.last, c.frames FROM made
         CROSS JOIN research.run_chunk c JOIN research.run o ON o.id = c.run_id
         WHERE o.session_id = $1 AND o.attempt = 1`,
        [r.session_id, first, last, ago],
      );
    await more(2, 250, 0);
    expect(await list(r.study_id, r.researcher)).toMatchObject({ items: [], runs: 0 });
    await more(251, 290, 1);
    const few = { items: [{ name: 'of_all' }], runs: 40, more_runs: false };
    expect(await list(r.study_id, r.researcher)).toMatchObject(few);
    await more(291, 600, 1);
    expect(await list(r.study_id, r.researcher)).toMatchObject({ ...few, more_runs: true });
  });

  it('are those of a rehearsal until there are data of participants', async () => {
    const { hosted, make, through } = rehearsalRequestsOf(run);
    const { study, researcher } = await hosted();
    const { list } = describing();
    expect(await list(study, researcher)).toMatchObject({ items: [], rehearsed: false });
    const rehearsal = (await make(study, researcher)).body._id;
    await through(rehearsal, researcher, [trialRecord({ rt: 1.5, simulated_word: 'red' })]);
    expect(await list(study, researcher)).toMatchObject({
      ...{ rehearsed: true, runs: 1, more_runs: false, more_variables: false },
      items: [
        { name: 'rt', type: 'number', tables: ['data'] },
        { name: 'simulated_word', type: 'string', tables: ['data'] },
      ],
    });
  });

  it('include the headings of external data', async () => {
    const { add, recruit, tookPart } = externalDataRequestsOf(run);
    const r = await recruit();
    const { sent } = await tookPart(r);
    const csv = csvOf('participant,mood,sleep', [[sent.participant, 2, 7]]);
    const added = await add(r.study_id, r.researcher, csv, { participant: '1' });
    expect(added.status).toBe(201);
    const { items, runs, rehearsed } = await describing().list(r.study_id, r.researcher);
    expect({ runs, rehearsed }).toEqual({ runs: 0, rehearsed: false });
    expect(items).toMatchObject([
      { name: 'mood', type: null, tables: ['answers.csv'], version: null },
      { name: 'sleep', type: null, tables: ['answers.csv'], version: null },
    ]);
  });

  it('cannot be changed from an outdated version, and equal changes count once', async () => {
    const { list, put } = describing();
    const r = await named('Two at once');
    const editor = await studyExportRequestsOf(run).makeEditor(r.study_id);
    const first = await put(r.study_id, r.researcher, { ...said('rt'), version: null });
    const again = await put(r.study_id, editor, { ...said('rt'), version: null });
    expect(again.body.items[0]?.version).toBe(first.body.items[0]?.version);
    const other = said('rt', { description: 'Mine' });
    const refused = await put(
      r.study_id,
      editor,
      { ...said('a'), version: null },
      { ...other, version: null },
    );
    expect([refused.status, refused.body.code]).toEqual([409, 'variable_changed']);
    expect((await list(r.study_id, editor)).items).toMatchObject([{ name: 'rt' }]);
    const both = await Promise.all(
      [said('n', { description: 'One' }), said('n', { description: 'Two' })].map((one) =>
        put(r.study_id, editor, { ...one, version: null }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const version = first.body.items[0]?.version;
    const taken = await put(r.study_id, editor, { ...said('rt', { description: '' }), version });
    expect(taken.body.items).toMatchObject([{ name: 'rt', version: null }]);
  });

  it('have limits, and only names that a column can have', async () => {
    const { put } = describing();
    const r = await named('Limits');
    const status = async (...variables: object[]) =>
      (await put(r.study_id, r.researcher, ...variables)).status;
    const one = { ...said('x'), version: null };
    expect(await status({ ...one, name: '' })).toBe(400);
    expect(await status({ ...one, name: 'a\u0000' })).toBe(400);
    expect(await status({ ...one, name: 'x'.repeat(301) })).toBe(400);
    expect(await status({ ...one, description: 'x'.repeat(2_001) })).toBe(400);
    expect(await status({ ...one, levels: [mood.levels[0], mood.levels[0]] })).toBe(400);
    expect(await status(one, one)).toBe(400);
    expect(await status({ ...one, name: ' =cmd|"" ' })).toBe(200);
  });
});

describe('The descriptions of variables', () => {
  const studyOf = async () => {
    const { put, tookPart } = describing();
    const r = await named('Moods and times');
    await tookPart(r, [
      trialRecord({ trial_type: 'html-keyboard-response', rt: 1.5, mood: 1, row_id: 7 }),
      trialRecord({ trial_type: 'html-keyboard-response', rt: 2.5, mood: 2, row_id: 8 }),
    ]);
    const words = [mood, said('rt'), said('row_id'), said('run_seq')];
    const all = words.map((one) => ({ ...one, version: null }));
    expect((await put(r.study_id, r.researcher, ...all)).status).toBe(200);
    return r;
  };

  it('are in the codebook of tables, beside the plugin’s own, and not for the columns that the product adds', async () => {
    const r = await studyOf();
    const { downloaded } = studyExportRequestsOf(run);
    const { codebook } = await downloaded(r.study_id, r.researcher);
    const entry = (name: string) => codebook.data.find((one) => one.name === name);
    expect(entry('mood')).toMatchObject({
      description: 'What mood is',
      unit: 'points',
      labels: mood.levels,
    });
    expect(entry('rt')).toMatchObject({
      description: 'What rt is',
      recorded_description: expect.stringContaining('milliseconds'),
      unit: 'ms',
    });
    expect(entry('run_seq')?.description).toMatch(/^The number of the record/);
    const { files } = await downloaded(r.study_id, r.researcher, { format: 'csv' });
    expect(textRows(files['codebook.csv'] ?? '', ',')).toContainEqual(
      expect.objectContaining({
        ...{ table: 'data', name: 'mood', description: 'What mood is', unit: 'points' },
        labels: '{"1":"never","2":"always"}',
      }),
    );
  });

  it('are in Psych-DS and BIDS, also for a column that is renamed there', async () => {
    const r = await studyOf();
    const { downloaded } = studyExportRequestsOf(run);
    const psychDs = await downloaded(r.study_id, r.researcher, { format: 'psych-ds' });
    const { variableMeasured } = JSON.parse(psychDs.files['dataset_description.json'] ?? '') as {
      variableMeasured: { name: string }[];
    };
    expect(variableMeasured).toContainEqual(
      expect.objectContaining({
        ...{ name: 'mood', description: 'What mood is. Found: 1 to 2', unitText: 'points' },
        valueReference: mood.levels.map(({ value, label }) => ({
          '@type': 'DefinedTerm',
          termCode: value,
          name: label,
        })),
      }),
    );
    expect(variableMeasured.find(({ name }) => name === 'row_id_2')).toMatchObject({
      description: expect.stringMatching(/^What row_id is/),
    });
    const bids = await downloaded(r.study_id, r.researcher, { format: 'bids' });
    const sidecar = JSON.parse(bids.files['task-MoodsAndTimes_beh.json'] ?? '') as object;
    expect(sidecar).toMatchObject({
      mood: {
        Description: 'What mood is. Found: 1 to 2',
        Units: 'points',
        Levels: { 1: 'never', 2: 'always' },
      },
      rt: { Description: 'What rt is. Found: 1.5 to 2.5', Units: 'ms' },
    });
  });

  it('are copied with the study', async () => {
    const r = await studyOf();
    const { running } = studyExportRequestsOf(run);
    const copy = await running.ask<{ _id: string }>(
      'POST',
      `/api/studies/${r.study_id}/copies/`,
      r.researcher,
    );
    const { items } = await describing().list(copy.body._id, r.researcher);
    expect(items.map(({ name }) => name).sort()).toEqual(['mood', 'row_id', 'rt', 'run_seq']);
    expect(items.find(({ name }) => name === 'mood')).toMatchObject(mood);
  });

  it('stay the same in an exported and imported bundle; a bundle with descriptions beyond the limits is refused', async () => {
    const r = await studyOf();
    const bundling = bundleRequestsOf(run);
    const bundle = await bundling.bundled(r.study_id, r.researcher);
    expect(bundleIndexIn(bundle).format_version).toBe(2);
    const { study_id } = await bundling.imported(r.researcher, bundle);
    const { items } = await describing().list(study_id, r.researcher);
    expect(items.find(({ name }) => name === 'mood')).toMatchObject(mood);
    const again = await bundling.bundled(study_id, r.researcher);
    expect(bundleIndexIn(again).study_sha256).toBe(bundleIndexIn(bundle).study_sha256);
    expect(bundleIndexIn(again).data_sha256).toBe(bundleIndexIn(bundle).data_sha256);
    const path = 'study/variables.json';
    for (const wrong of [[said('a'), said('a')], [said('a', { description: '' })], [], {}]) {
      const forged = { ...textFilesIn(bundle), [path]: JSON.stringify(wrong) };
      const answer = await bundling.importing(r.researcher, zipFiles(resealBundleFiles(forged)));
      expect(answer.body).toMatchObject({ code: 'bundle_invalid', fields: [{ path }] });
    }
    const former = JSON.stringify({ ...bundleIndexIn(bundle), format_version: 1 });
    const answer = await bundling.importing(
      r.researcher,
      zipFiles({ ...textFilesIn(bundle), 'bundle.json': former }),
    );
    expect(answer.body).toMatchObject({
      ...{ code: 'bundle_invalid', fields: [{ path: 'bundle.json', code: 'bundle_malformed' }] },
    });
  });

  it('are absent from the bundle of a study without any, which keeps format version 1', async () => {
    const r = await named('Nothing said');
    await run.source.query(
      `UPDATE research.study SET payment_terms = NULL, runtime = NULL WHERE id = $1`,
      [r.study_id],
    );
    const bundle = await bundleRequestsOf(run).bundled(r.study_id, r.researcher);
    expect(bundleIndexIn(bundle).format_version).toBe(1);
    expect(textFilesIn(bundle)).not.toHaveProperty(['study/variables.json']);
  });
});
