import {
  BidsCheck,
  bidsCheckedColumnIndexes,
} from '../../../server/research-data/bids-psych-ds/bids/bids-check.rule';
import {
  PsychDsCheck,
  rowIdColumnIndexes,
} from '../../../server/research-data/bids-psych-ds/psych-ds/psych-ds-check.rule';
import type { DatasetCheck } from '../../../server/research-data/bids-psych-ds/dataset-file.rule';
import {
  CsvReader,
  TsvReader,
} from '../../../server/research-data/bids-psych-ds/table-reader.rule';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { launchHostedStudy } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';
import { bidsParticipantsIn, textOfArchive, textRows } from './reading';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

/** Launches a session with names, so that exports contain the runs of today. */
const named = (title: string) =>
  launchHostedStudy(run, {
    privacy_level: 'roster_on_start',
    title,
    description: 'Colours, words',
  });

/** Names that the standards reserve, and values that are difficult to store in tables. */
const odd = {
  trial_type: 'html-keyboard-response',
  rt: 412.5,
  onset: 1.25,
  duration: 0.5,
  row_id: 1,
  stim_file: 'red.png',
  said: 'a\tb\n"c"',
  none: null,
  empty: '',
  missing: 'n/a',
  ' blank ': 1,
  'tab\there': 2,
  TaskName: 'theirs',
  list: [1, 'x'],
};
const checked = (files: Readonly<Record<string, string>>, check: DatasetCheck, table: RegExp) => {
  for (const [path, text] of Object.entries(files)) {
    const reader = path.endsWith('.csv')
      ? new CsvReader(rowIdColumnIndexes)
      : new TsvReader(bidsCheckedColumnIndexes);
    reader.push(text);
    const json = path.endsWith('.json') ? (JSON.parse(text) as unknown) : undefined;
    const shape = table.test(path) ? reader.end() : undefined;
    check.add({ path, isEmpty: text === '', json, table: shape });
  }
  return check.faults();
};

describe('An export as Psych-DS', () => {
  it('is valid, describes each column once, and has the rows of the CSV export', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named('Größe & Stroop, v2');
    await tookPart(r, [trialRecord(odd), trialRecord({ rt: 1 })]);
    const archive = await downloaded(r.study_id, r.researcher, { format: 'psych-ds' });
    const { files } = archive;
    expect(Object.keys(files)).toEqual([
      'dataset_description.json',
      'README.md',
      'CHANGES.md',
      'data/study-GrosseStroopV2_description-trials_data.csv',
      'data/study-GrosseStroopV2_description-events_data.csv',
      'data/study-GrosseStroopV2_description-runs_data.csv',
      'documentation/codebook.json',
      'documentation/manifest.json',
    ]);
    expect(checked(files, new PsychDsCheck(), /^data\//)).toEqual([]);
    const description = JSON.parse(files['dataset_description.json'] ?? '') as {
      variableMeasured: { name: string; description: string }[];
    };
    expect(description).toMatchObject({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      name: 'Größe & Stroop, v2',
      description: 'Colours, words',
    });
    const variable = (name: string) =>
      description.variableMeasured.find((one) => one.name === name);
    expect(variable('rt')).toMatchObject({
      '@type': 'PropertyValue',
      description: expect.stringMatching(
        /^The response time in milliseconds.*\. Found: 1 to 412\.5$/,
      ),
      unitText: 'ms',
    });
    expect(variable('trial_type')).toMatchObject({
      valueReference: [{ '@type': 'DefinedTerm', termCode: 'html-keyboard-response' }],
    });
    expect(variable('row_id_2')?.description).toContain('"row_id"');
    for (const one of description.variableMeasured) expect(one.description).not.toBe('');

    const text = files['data/study-GrosseStroopV2_description-trials_data.csv'] ?? '';
    const [first, second] = textRows(text, ',');
    expect(first).toMatchObject({
      rt: '412.5',
      said: 'a\tb\n"c"',
      blank: '1',
      list: '[1,"x"]',
      none: '',
    });
    expect(second).toMatchObject({ rt: '1', trial_type: '' });
  });

  it('contains no name, address or id of the researcher', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named('Named by nobody');
    await tookPart(r, [trialRecord({ rt: 1 })]);
    const [who]: { email: string; last_name: string }[] = await run.source.query(
      `SELECT email, last_name FROM identity.account WHERE id = $1`,
      [r.researcher._id],
    );
    for (const format of ['psych-ds', 'bids']) {
      const text = await textOfArchive(await downloaded(r.study_id, r.researcher, { format }));
      expect(text).not.toContain(r.researcher._id);
      for (const name of Object.values(who ?? { none: 'no account' }))
        expect(text).not.toContain(name);
    }
  });

  it('is valid for a study without data', async () => {
    const { downloaded } = studyExportRequestsOf(run);
    const r = await named('記憶');
    const { files } = await downloaded(r.study_id, r.researcher, { format: 'psych-ds' });
    expect(checked(files, new PsychDsCheck(), /^data\//)).toEqual([]);
  });
});

describe('An export as BIDS', () => {
  it('is valid, with a table for each run, n/a for missing values, and participants by label', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named('Stroop task');
    await tookPart(r, [trialRecord(odd), trialRecord({ rt: 1, onset: 0.5 })]);
    await tookPart(r, [trialRecord({ rt: 2 })]);
    const { files } = await downloaded(r.study_id, r.researcher, { format: 'bids' });
    expect(checked(files, new BidsCheck(), /\.tsv$/)).toEqual([]);
    const participants = bidsParticipantsIn(files['participants.tsv']);
    expect(participants).toHaveLength(2);
    const behaviour = Object.keys(files).filter((name) => name.endsWith('_beh.tsv'));
    expect(behaviour).toEqual(participants.map((id) => `${id}/beh/${id}_task-StroopTask_beh.tsv`));
    for (const id of participants) expect(id).toMatch(/^sub-[0-9a-f]{8,32}$/);
    const rows = behaviour.flatMap((name) => textRows(files[name] ?? '', '\t'));
    expect(rows.find(({ rt }) => rt === '412.5')).toMatchObject({
      trial_type: 'html-keyboard-response',
      onset_2: '1.25',
      stim_file_2: 'red.png',
      TaskName_2: 'theirs',
      tab_here: '2',
      none: 'n/a',
      list: '[1,"x"]',
      said: String.raw`a\tb\n\u0022c\u0022`,
    });
    expect(rows.find(({ rt }) => rt === '2')).toMatchObject({ onset_2: 'n/a', trial_type: 'n/a' });
    // Each trial of one of the runs has an onset, in seconds.
    const [events, ...others] = Object.keys(files).filter((name) => name.endsWith('_events.tsv'));
    expect(others).toEqual([]);
    expect(files[events ?? '']).toBe(
      'onset\tduration\trun_seq\ttrial_type\n0.5\tn/a\t2\tn/a\n1.25\t0.5\t1\thtml-keyboard-response\n',
    );
    const sidecar = JSON.parse(files['task-StroopTask_beh.json'] ?? '') as Record<string, unknown>;
    expect(sidecar).toMatchObject({
      TaskName: 'Stroop task',
      rt: { Units: 'ms', Description: expect.stringMatching(/ Found: 1 to 412\.5$/) },
      onset_2: { LongName: 'onset' },
    });
    const moments = JSON.parse(files['task-StroopTask_events.json'] ?? '') as unknown;
    expect(moments).toMatchObject({ onset: { Format: 'number', Units: 's' }, trial_type: {} });
    expect(textRows(files['sourcedata/runs.tsv'] ?? '', '\t')).toHaveLength(2);
  });

  it('separates several attempts of one participant, and is valid without any data', async () => {
    const { tookPart, downloaded, running } = studyExportRequestsOf(run);
    const r = await named('Again');
    const t = await tookPart(r, [trialRecord({ rt: 1 })], 'open');
    const anew = await running.start(t.id, t.person, t.writer, { attempt: 2 });
    expect(anew.body).toMatchObject({ attempt: 2 });
    const body = { format: 'bids', unfinished: true };
    const { files } = await downloaded(r.study_id, r.researcher, body);
    expect(checked(files, new BidsCheck(), /\.tsv$/)).toEqual([]);
    const runs = Object.keys(files).filter((name) => name.endsWith('_beh.tsv'));
    expect(runs.map((name) => /run-\d/.exec(name)?.[0]).sort()).toEqual(['run-1', 'run-2']);
    const none = await downloaded(r.study_id, r.researcher, { format: 'bids' });
    expect(checked(none.files, new BidsCheck(), /\.tsv$/)).toEqual([]);
  });
});

describe('Questionnaires in BIDS', () => {
  const asked = (response: object) =>
    trialRecord({ trial_type: 'survey-likert', rt: 2_000, response, trial_index: 1 });

  it('are phenotype tables with a row for each run, and stay among the trials', async () => {
    const { tookPart, downloaded, running } = studyExportRequestsOf(run);
    const r = await named('Moods');
    const at = `/api/studies/${r.study_id}/variables/`;
    const levels = ['never', 'sometimes', 'always'].map((label, n) => ({ value: `${n}`, label }));
    const description = 'How often were you calm?';
    const words = { name: 'response.calm', description, unit: '', levels, version: null };
    await running.ask('PUT', at, r.researcher, { variables: [words] });
    await tookPart(r, [asked({ calm: 1, tense: 0 }), asked({ again: 2, tense: 1 })]);
    await tookPart(r, [asked({ calm: 2 })]);
    await tookPart(r, [
      trialRecord({ trial_type: 'html-keyboard-response', rt: 1, response: 'f' }),
    ]);
    const { files } = await downloaded(r.study_id, r.researcher, { format: 'bids' });
    expect(checked(files, new BidsCheck(), /\.tsv$/)).toEqual([]);
    const rows = textRows(files['phenotype/survey_likert.tsv'] ?? '', '\t');
    const answers = rows.map(({ participant_id: _, ...one }) => JSON.stringify(one)).sort();
    expect(answers).toEqual([
      '{"calm":"1","tense":"0","tense_2":"1","again":"2"}',
      '{"calm":"2","tense":"n/a","tense_2":"n/a","again":"n/a"}',
      '{"calm":"n/a","tense":"n/a","tense_2":"n/a","again":"n/a"}',
    ]);
    expect(rows.map((row) => row.participant_id)).toEqual(
      bidsParticipantsIn(files['participants.tsv']),
    );
    expect(JSON.parse(files['phenotype/survey_likert.json'] ?? '')).toMatchObject({
      MeasurementToolMetadata: { Description: expect.stringContaining('survey-likert') },
      calm: {
        LongName: 'response.calm',
        // Each run answers this question once, so the description does not mention later answers.
        Description: `${description} Found: 1 to 2`,
        Levels: { 0: 'never', 1: 'sometimes', 2: 'always' },
      },
      tense: { Description: expect.stringMatching(/^The first answer of a run to tense; later/) },
      tense_2: {
        LongName: 'response.tense',
        Description: expect.stringMatching(/^Answer 2 of a run to tense/),
      },
    });
    expect(files['README.md'] ?? files.README).toContain(
      'each later one, up to the ninth, in a column with its number',
    );
    const trials = Object.keys(files).filter((name) => name.endsWith('_beh.tsv'));
    const all = trials.flatMap((name) => textRows(files[name] ?? '', '\t'));
    expect(all.filter((row) => row['response.tense'] !== 'n/a')).toHaveLength(2);
  });

  it('never list text that participants typed as levels', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named('Reasons');
    await tookPart(r, [
      trialRecord({ trial_type: 'survey-text', rt: 9, response: { why: 'I was ill in May' } }),
      trialRecord({ trial_type: 'survey-multi-choice', rt: 9, response: { side: 'left' } }),
    ]);
    const { files } = await downloaded(r.study_id, r.researcher, { format: 'bids' });
    expect(checked(files, new BidsCheck(), /\.tsv$/)).toEqual([]);
    const json = Object.entries(files).filter(([name]) => name.endsWith('.json'));
    expect(json.filter(([, text]) => text.includes('ill in May'))).toEqual([]);
    expect(files['phenotype/survey_text.tsv']).toContain('I was ill in May');
    const choices = JSON.parse(files['phenotype/survey_multi_choice.json'] ?? '') as object;
    expect(choices).toMatchObject({ side: { Levels: { left: 'left' } } });
  });

  it('separate several runs of one participant', async () => {
    const { tookPart, downloaded, running } = studyExportRequestsOf(run);
    const r = await named('Moods again');
    const t = await tookPart(r, [asked({ calm: 1 })], 'open');
    await running.start(t.id, t.person, t.writer, { attempt: 2 });
    const body = { format: 'bids', unfinished: true };
    const { files } = await downloaded(r.study_id, r.researcher, body);
    expect(checked(files, new BidsCheck(), /\.tsv$/)).toEqual([]);
    const rows = textRows(files['phenotype/survey_likert.tsv'] ?? '', '\t');
    expect(rows.map(({ run_id, calm }) => [run_id, calm]).sort()).toEqual([
      ['run-1', '1'],
      ['run-2', 'n/a'],
    ]);
  });
});

describe('A dataset that violates its standard', () => {
  it('cannot be downloaded, and the list of exports says why', async () => {
    const { ask, state, one } = studyExportRequestsOf(run);
    const r = await named('Broken');
    const { _id } = (await ask(r.study_id, r.researcher, { format: 'bids' })).body;
    const begun = await state.begin(_id);
    await state.giveUp({ exportId: _id, tries: begun?.tries ?? 0 }, 'breaks_standard');
    expect(await one(r.study_id, r.researcher, _id)).toMatchObject({
      state: 'failed',
      failure: 'breaks_standard',
      download_url: null,
    });
  });
});
