import { BidsCheck, bidsCheckedColumnIndexes } from './bids-check.rule';
import type { DatasetFile } from '../dataset-file.rule';
import { TsvReader } from '../table-reader.rule';

const tsv = (path: string, ...lines: string[]): DatasetFile => {
  const reader = new TsvReader(bidsCheckedColumnIndexes);
  reader.push(lines.map((line) => `${line}\n`).join(''));
  const table = reader.end();
  return { path, isEmpty: lines.length === 0, table };
};
const json = (path: string, value: unknown): DatasetFile => ({ path, isEmpty: false, json: value });
const column = { Description: 'What it is' };
const beh = 'sub-01/beh/sub-01_task-Stroop_beh.tsv';
const events = 'sub-01/beh/sub-01_task-Stroop_events.tsv';
/** The smallest valid dataset; each test replaces some of its files. */
const whole: readonly DatasetFile[] = [
  json('dataset_description.json', { Name: 'Stroop', BIDSVersion: '1.11.1', DatasetType: 'raw' }),
  tsv('participants.tsv', 'participant_id', 'sub-01'),
  json('participants.json', { participant_id: column }),
  tsv(beh, 'rt\tsaid', '300\tn/a'),
  json('task-Stroop_beh.json', {
    TaskName: 'Stroop',
    rt: column,
    said: { ...column, Levels: { red: 'red' } },
  }),
];
const eventsSidecar = json('task-Stroop_events.json', {
  TaskName: 'Stroop',
  onset: column,
  duration: column,
  trial_type: column,
});
const codesOf = (...others: DatasetFile[]): string[] => {
  const paths = new Set(others.map(({ path }) => path));
  const check = new BidsCheck();
  for (const file of [...whole.filter(({ path }) => !paths.has(path)), ...others]) check.add(file);
  return check.faults().map(({ code }) => code);
};
const codesWithout = (path: string): string[] => {
  const check = new BidsCheck();
  for (const file of whole) if (file.path !== path) check.add(file);
  return check.faults().map(({ code }) => code);
};

describe('BidsCheck', () => {
  it('accepts a minimal dataset, and one with sessions, runs, events and sources', () => {
    expect(codesOf()).toEqual([]);
    expect(
      codesOf(
        tsv('sub-01/ses-2/beh/sub-01_ses-2_task-Stroop_run-1_beh.tsv', 'rt\tsaid', '1\tred'),
        tsv(events, 'onset\tduration\ttrial_type', '-0.5\tn/a\ta', '1.25e1\t0\tb'),
        eventsSidecar,
        json('sourcedata/manifest.json', { anything: [] }),
        { path: 'README.md', isEmpty: false },
        { path: 'CHANGES', isEmpty: false },
      ),
    ).toEqual([]);
  });

  it('reports missing files and fields', () => {
    expect(codesWithout('dataset_description.json')).toEqual(['MISSING_DATASET_DESCRIPTION']);
    expect(codesWithout('participants.tsv')).toContain('PARTICIPANT_ID_MISMATCH');
    expect(codesWithout('participants.json')).toEqual(['TSV_ADDITIONAL_COLUMNS_UNDEFINED']);
    expect(codesWithout('task-Stroop_beh.json')).toEqual(['TSV_ADDITIONAL_COLUMNS_UNDEFINED']);
    expect(codesWithout(beh)).toEqual(['SIDECAR_WITHOUT_DATAFILE', 'PARTICIPANT_ID_MISMATCH']);
    expect(codesOf({ path: 'README.md', isEmpty: true })).toEqual(['EMPTY_FILE']);
  });

  it('reports misplaced and duplicate files', () => {
    for (const path of [
      'sub-01/beh/sub-01_beh.tsv',
      'sub-01/func/sub-01_task-Stroop_beh.tsv',
      'sub-01/beh/sub-01_task-Stroop-2_beh.tsv',
      'sub-01/beh/sub-01_run-1_task-Stroop_beh.tsv',
      'codebook.json',
    ])
      expect(codesOf(path.endsWith('.json') ? json(path, {}) : tsv(path, 'rt', '1'))).toContain(
        'NOT_INCLUDED',
      );
    const moved = tsv('sub-02/beh/sub-01_task-Stroop_beh.tsv', 'rt', '1');
    expect(codesOf(moved)).toEqual(['INVALID_LOCATION', 'PARTICIPANT_ID_MISMATCH']);
    const check = new BidsCheck();
    for (const file of [...whole, tsv(beh, 'rt', '1')]) check.add(file);
    expect(check.faults().map(({ code }) => code)).toEqual(['DUPLICATE_FILES']);
  });

  it('reports malformed tables', () => {
    expect(codesOf(tsv(beh, 'rt\t', '1\t2'))).toContain('TSV_COLUMN_MISSING');
    expect(codesOf(tsv(beh, 'rt\trt', '1\t2'))).toContain('TSV_COLUMN_HEADER_DUPLICATE');
    expect(codesOf(tsv(beh, 'rt\tsaid', '1'))).toContain('TSV_EQUAL_ROWS');
    expect(codesOf(tsv(beh, 'rt\tsaid', '1\t'))).toContain('TSV_EMPTY_CELL');
    expect(codesOf(tsv(beh, 'rt\tsaid\r', '1\t2'))).toContain('WRONG_NEW_LINE');
    expect(codesOf(tsv(beh, 'rt\tstim_file', '1\ta.png'))).toContain('STIMULUS_FILE_MISSING');
    expect(codesOf(tsv(beh, 'rt\tmore', '1\t2'))).toEqual(['TSV_ADDITIONAL_COLUMNS_UNDEFINED']);
  });

  it('reports duplicate and missing participants', () => {
    const participants = (...ids: string[]) =>
      codesOf(tsv('participants.tsv', 'participant_id', ...ids));
    expect(participants('sub-01', 'sub-01')).toContain('TSV_INDEX_VALUE_NOT_UNIQUE');
    expect(participants('sub-01', 'sub-02')).toEqual(['PARTICIPANT_ID_MISMATCH']);
    expect(participants('01')).toContain('TSV_VALUE_INCORRECT_TYPE');
    expect(codesOf(tsv('participants.tsv', 'age', '7'))).toContain('TSV_COLUMN_MISSING');
  });

  it('reports questionnaires of unknown participants and duplicate rows', () => {
    const mood = (...lines: string[]) => tsv('phenotype/mood.tsv', ...lines);
    const described = json('phenotype/mood.json', {
      MeasurementToolMetadata: column,
      participant_id: column,
      session_id: column,
      run_id: column,
      q: { ...column, Levels: { a: 'a' } },
    });
    expect(codesOf(described, mood('participant_id\tq', 'sub-01\ta'))).toEqual([]);
    const twice = ['sub-01\tses-1\ta', 'sub-01\tses-2\tn/a'];
    expect(codesOf(described, mood('participant_id\tsession_id\tq', ...twice))).toEqual([]);
    expect(codesOf(described, mood('participant_id\tq', 'sub-01\ta', 'sub-01\ta'))).toEqual([
      'TSV_INDEX_VALUE_NOT_UNIQUE',
    ]);
    expect(codesOf(described, mood('participant_id\tq', 'sub-02\ta'))).toEqual([
      'PHENOTYPE_SUBJECTS_MISSING',
    ]);
    expect(codesOf(described, mood('participant_id\tq\trun_id', 'sub-01\ta\trun-1'))).toEqual([
      'TSV_COLUMN_ORDER_INCORRECT',
    ]);
    expect(codesOf(described, mood('q', 'a'))).toContain('TSV_COLUMN_MISSING');
    expect(codesOf(described)).toEqual(['SIDECAR_WITHOUT_DATAFILE']);
    expect(codesOf(mood('participant_id\tq', 'sub-01\ta'))).toEqual([
      'TSV_ADDITIONAL_COLUMNS_UNDEFINED',
    ]);
    expect(codesOf(json('phenotype/a b.json', {}))).toContain('NOT_INCLUDED');
  });

  it('reports events out of order or without onset', () => {
    const eventsOf = (...lines: string[]) => codesOf(tsv(events, ...lines), eventsSidecar);
    expect(eventsOf('duration\tonset', '1\t1')).toContain('TSV_COLUMN_ORDER_INCORRECT');
    expect(eventsOf('onset\tduration', '2\t1', '1\t1')).toEqual(['EVENT_ONSET_ORDER']);
    expect(eventsOf('onset\tduration', 'n/a\t1')).toEqual(['TSV_VALUE_INCORRECT_TYPE']);
    expect(eventsOf('onset\tduration', '1\t-1')).toEqual(['TSV_VALUE_INCORRECT_TYPE']);
  });

  it('reports values that contradict the sidecar', () => {
    const columns = {
      n: { Format: 'integer', Minimum: 1, Maximum: 3 },
      f: { Format: 'number' },
      b: { Format: 'boolean' },
      said: { Levels: { red: 'red' } },
    };
    const codes = (...rows: string[]) => {
      const check = new BidsCheck();
      for (const file of whole.slice(0, 3)) check.add(file);
      check.add(json('task-Stroop_beh.json', columns));
      const reader = new TsvReader(bidsCheckedColumnIndexes, check.seeing(beh));
      reader.push([`n\tf\tb\tsaid`, ...rows].map((line) => `${line}\n`).join(''));
      check.add({ path: beh, isEmpty: false, table: reader.end() });
      return check.faults().map(({ code }) => code);
    };
    expect(codes('1\t-1.5e-7\ttrue\tred', 'n/a\tn/a\tn/a\tn/a')).toEqual([]);
    for (const row of ['1.5\t1\ttrue\tred', '4\t1\ttrue\tred', '1\tx\ttrue\tred'])
      expect(codes(row)).toEqual(['TSV_VALUE_INCORRECT_TYPE']);
    for (const row of ['1\t1\tyes\tred', '1\t1\ttrue\tblue'])
      expect(codes(row, row)).toEqual(['TSV_VALUE_INCORRECT_TYPE']);
  });

  it('reports values in events that contradict the sidecar, although that is added after the tables', () => {
    const columns = {
      onset: { Format: 'number' },
      duration: column,
      trial_type: { Levels: { a: 'a' } },
    };
    const codes = (...rows: string[]) => {
      const check = new BidsCheck();
      for (const file of whole) check.add(file);
      check.expectSidecar('task-Stroop_events.json', columns);
      const reader = new TsvReader(bidsCheckedColumnIndexes, check.seeing(events));
      reader.push(['onset\tduration\ttrial_type', ...rows].map((line) => `${line}\n`).join(''));
      check.add({ path: events, isEmpty: false, table: reader.end() });
      check.add(json('task-Stroop_events.json', columns));
      return check.faults().map(({ code, path }) => [code, path]);
    };
    expect(codes('0\t1\ta', '1\tn/a\tn/a')).toEqual([]);
    expect(codes('0\t1\ta', '1\t1\tb')).toEqual([['TSV_VALUE_INCORRECT_TYPE', events]]);
  });

  it('reports invalid descriptions', () => {
    const root = (value: unknown) => codesOf(json('dataset_description.json', value));
    expect(root({ Name: 'a' })).toEqual(['JSON_KEY_REQUIRED']);
    expect(root({ Name: ' ', BIDSVersion: '1.11.1' })).toEqual(['JSON_KEY_REQUIRED']);
    expect(root({ Name: 'a', BIDSVersion: '1.11.1', DatasetType: 'x' })).toEqual([
      'JSON_SCHEMA_VALIDATION_ERROR',
    ]);
    expect(root(undefined)).toEqual(['JSON_INVALID']);
    const levels = { rt: column, said: { Levels: ['red'] } };
    expect(codesOf(json('task-Stroop_beh.json', levels))).toEqual(['JSON_SCHEMA_VALIDATION_ERROR']);
  });
});
