import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { launchHostedStudy } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';
import { parquetRows } from './reading';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const odd = {
  rt: 412.5,
  correct: true,
  said: 'a\tb\n"c"',
  none: null,
  empty: '',
  list: [1, 'x'],
  big: 12345678901234,
};

describe('An export as Parquet', () => {
  it('has the rows of the other formats, with types, text for nested values, and null for missing ones', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    await tookPart(r, [
      trialRecord(odd),
      trialRecord({ rt: 1 }),
      { kind: 'event', data: '{"type":"blur"}' },
    ]);
    const { bytes, codebook } = await downloaded(r.study_id, r.researcher, { format: 'parquet' });
    expect(Object.keys(bytes)).toEqual([
      'data.parquet',
      'events.parquet',
      'runs.parquet',
      'codebook.json',
      'README.md',
      'manifest.json',
    ]);
    const { data } = await downloaded(r.study_id, r.researcher, { format: 'json' });
    const rows = await parquetRows(bytes['data.parquet'] ?? new Uint8Array());
    const names = codebook.data.map(({ name }) => name);
    expect(rows).toEqual(
      data.map((row) =>
        Object.fromEntries(
          names.map((name) => {
            const value = row[name] ?? null;
            const text = Array.isArray(value) ? JSON.stringify(value) : value;
            return [name, name === 'big' && value !== null ? BigInt(value as number) : text];
          }),
        ),
      ),
    );
    const [event] = await parquetRows(bytes['events.parquet'] ?? new Uint8Array());
    expect(event).toMatchObject({ kind: 'event', data: '{"type":"blur"}' });
    expect(await parquetRows(bytes['runs.parquet'] ?? new Uint8Array())).toMatchObject([
      { state: 'finished', rows: 2, events: 1, browser: 'firefox', isolated: true },
    ]);
  });
});
