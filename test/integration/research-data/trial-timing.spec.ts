/**
 * Uses two installations, because a bundle must be imported elsewhere, and a clock that the tests
 * move, because a day must end.
 */
import {
  BidsCheck,
  bidsCheckedColumnIndexes,
} from '../../../server/research-data/bids-psych-ds/bids/bids-check.rule';
import {
  PsychDsCheck,
  rowIdColumnIndexes,
} from '../../../server/research-data/bids-psych-ds/psych-ds/psych-ds-check.rule';
import {
  CsvReader,
  TsvReader,
} from '../../../server/research-data/bids-psych-ds/table-reader.rule';
import { TestClock, type RunningApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { launchHostedStudy, type RecordContent } from '../runtime/running';
import { bundleRequestsOf, textFilesIn, bundleIndexIn } from './bundles/bundling';
import { studyExportRequestsOf, trialRecord } from './exporting';
import { textOfArchive, textRows } from './reading';
import { startTwoInstallations, type TwoInstallations } from './bundles/two-installations';

const clock = new TestClock();
const day = 86_400_000;
let two: TwoInstallations;
let here: RunningApp;
let there: SeparateApp;
beforeAll(async () => {
  two = await startTwoInstallations(clock);
  ({ here, there } = two);
});
afterAll(() => two.close());

const byTrial = (...trials: (number | null)[][]): RecordContent => ({
  kind: 'event',
  data: JSON.stringify({ type: 'trial_timing', trials }),
});
/**
 * The third trial has no measurements. The study's own columns `timing_frames` and `frames` have
 * names of timing columns.
 */
const said: RecordContent[] = [
  trialRecord({ word: 'red', timing_frames: 'mine', frames: 7 }),
  { kind: 'text', data: '[{"word":"grey"},{"word":"pink"}]' },
  trialRecord({ word: 'green' }),
  trialRecord({ word: 'blue' }),
  byTrial([0, 61, 0, 16.8, 0], [1, 118, 3, 66.7, null]),
];
type Files = Readonly<Record<string, string>>;
const endingWith = (files: Files, end: string) =>
  Object.keys(files).filter((name) => name.endsWith(end));

describe('The timing of each trial in Psych-DS', () => {
  it('is a described, valid table of its own that refers to records like the data do', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(here);
    const r = await launchHostedStudy(here, { privacy_level: 'roster_on_start', title: 'Flicker' });
    await tookPart(r, said);
    clock.advance(day);
    const { files, codebook } = await downloaded(r.study_id, r.researcher, { format: 'psych-ds' });
    const path = 'data/study-Flicker_description-trialtiming_data.csv';
    const timed = textRows(files[path] ?? '', ',');
    const trials = textRows(files['data/study-Flicker_description-trials_data.csv'] ?? '', ',');
    const beside = (word: string) => {
      const row = trials.find((one) => one.word === word);
      return timed.filter(
        (one) => one.run_participant === row?.run_participant && one.run_seq === row?.run_seq,
      );
    };
    expect(beside('red')).toMatchObject([{ frames: '61', missed_frames: '0', long_tasks: '0' }]);
    expect(beside('green')).toMatchObject([{ frames: '118', longest_gap_ms: '66.7' }]);
    expect(timed).toHaveLength(2);
    const { variableMeasured } = JSON.parse(files['dataset_description.json'] ?? '') as {
      variableMeasured: { name: string; description: string; unitText?: string }[];
    };
    expect(variableMeasured.find(({ name }) => name === 'longest_gap_ms')).toMatchObject({
      description: expect.stringMatching(/longest time between two frames/) as string,
      unitText: 'ms',
    });
    expect(codebook).toMatchObject({ trialtiming: expect.any(Array) });
    expect(files['README.md']).toContain(path);
    const check = new PsychDsCheck();
    for (const [name, text] of Object.entries(files)) {
      const reader = new CsvReader(rowIdColumnIndexes);
      reader.push(text);
      const json = name.endsWith('.json') ? (JSON.parse(text) as unknown) : undefined;
      const table = name.startsWith('data/') ? reader.end() : undefined;
      check.add({ path: name, isEmpty: text === '', json, table });
    }
    expect(check.faults()).toEqual([]);
  });
});

describe('The timing of each trial in BIDS', () => {
  it('is valid and beside each trial, under separate names that the sidecar describes', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(here);
    const r = await launchHostedStudy(here, { privacy_level: 'roster_on_start', title: 'Flicker' });
    await tookPart(r, said);
    await tookPart(r, [trialRecord({ word: 'black' })]);
    clock.advance(day);
    const { files, codebook } = await downloaded(r.study_id, r.researcher, { format: 'bids' });
    const rows = endingWith(files, '_beh.tsv').flatMap((name) => textRows(files[name] ?? '', '\t'));
    const row = (word: string) => rows.find((one) => one.word === word);
    expect(row('red')).toMatchObject({
      timing_frames_2: 'mine',
      frames: '7',
      timing_frames: '61',
      timing_missed_frames: '0',
      timing_longest_gap_ms: '16.8',
      timing_long_tasks: '0',
    });
    expect(row('green')).toMatchObject({ timing_frames: '118', timing_long_tasks: 'n/a' });
    for (const word of ['blue', 'grey', 'pink', 'black'])
      expect(row(word)).toMatchObject({ timing_frames: 'n/a', timing_missed_frames: 'n/a' });
    expect(JSON.parse(files['task-Flicker_beh.json'] ?? '')).toMatchObject({
      timing_frames: {
        Format: 'integer',
        Description: expect.stringMatching(/Found: 61 to 118$/),
      },
      timing_longest_gap_ms: { Description: expect.stringMatching(/^Measured: /), Units: 'ms' },
      timing_frames_2: { LongName: 'timing_frames' },
    });
    expect(codebook.data.map(({ name }) => name)).toContain('timing_missed_frames');
    const check = new BidsCheck();
    for (const [path, text] of Object.entries(files)) {
      const reader = new TsvReader(bidsCheckedColumnIndexes, check.seeing(path));
      reader.push(text);
      const json = path.endsWith('.json') ? (JSON.parse(text) as unknown) : undefined;
      const table = path.endsWith('.tsv') ? reader.end() : undefined;
      check.add({ path, isEmpty: text === '', json, table });
    }
    expect(check.faults()).toEqual([]);
  });
});

describe('The timing of each trial of an anonymous session', () => {
  it('is in no export format, and in no bundle', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(here);
    const r = await recruit(here, { capacity: 50, title: 'Nobody' });
    await bundleRequestsOf(here).withFiles(r);
    for (let n = 0; n < 5; n++)
      await tookPart(r, [trialRecord({ a: 1 }), byTrial([0, 77_123, 5, 83.77, 4])]);
    clock.advance(day);
    for (const format of ['csv', 'jsonl', 'parquet', 'psych-ds', 'bids', 'bundle']) {
      const told = await downloaded(r.study_id, r.researcher, { format });
      const text = await textOfArchive(told);
      expect([format, /77123|83\.77|timing_frames|trialtiming|trial_timing/.exec(text)]).toEqual([
        format,
        null,
      ]);
    }
  });
});

describe('The timing of each trial in a bundle', () => {
  it('is imported in a different installation with the same tables and the same hashes', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(here);
    const r = await recruit(here, { capacity: 50, privacy_level: 'roster_on_start' });
    await bundleRequestsOf(here).withFiles(r);
    await tookPart(r, said, 'completed');
    await tookPart(r, [trialRecord({ word: 'black' }), byTrial([0, 5, 0, 17, null])], 'completed');
    clock.advance(day);
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    const colleague = await makeResearcher(there.source);
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const rowsOf = ({ files }: { files: Files }) =>
      (JSON.parse(files['trial_timing.json'] ?? '[]') as object[])
        .map((row) => JSON.stringify(row))
        .sort();
    const first = rowsOf(await downloaded(r.study_id, r.researcher));
    expect(first).toHaveLength(3);
    expect(rowsOf(await studyExportRequestsOf(there).downloaded(study_id, colleague))).toEqual(
      first,
    );
    const bids = { format: 'bids' };
    const { files } = await studyExportRequestsOf(there).downloaded(study_id, colleague, bids);
    const frames = endingWith(files, '_beh.tsv')
      .flatMap((name) => textRows(files[name] ?? '', '\t'))
      .map(({ timing_frames }) => timing_frames);
    expect(frames.filter((one) => one !== 'n/a').sort()).toEqual(['118', '5', '61']);
    const again = await bundleRequestsOf(there).bundled(study_id, colleague);
    expect(bundleIndexIn(again).data_sha256).toBe(bundleIndexIn(bundle).data_sha256);
    expect(bundleIndexIn(again).study_sha256).toBe(bundleIndexIn(bundle).study_sha256);
    const records = (archive: Buffer) =>
      Object.entries(textFilesIn(archive)).filter(([name]) => name.startsWith('data/runs/'));
    expect(records(again)).toEqual(records(bundle));
  });
});
