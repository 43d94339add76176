/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { DataPreview } from '../../../../contracts/research-data/study-data-preview';
import { SealRuns } from '../../../../server/runtime/record-log/sealing/seal-runs';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { TestPerson } from '../../../support/people/people';
import { launchHostedStudy } from '../../runtime/running';
import { studyExportRequestsOf, trialRecord } from '../exporting';

const clock = new TestClock();
const day = 86_400_000;
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const looking = () => {
  const { running, tookPart } = studyExportRequestsOf(run);
  const look = async (study: string, who: TestPerson) =>
    (await running.ask<DataPreview>('GET', `/api/studies/${study}/data-preview/`, who)).body;
  return { look, tookPart, running };
};
const cell = (shown: DataPreview, row: number, name: string) =>
  shown.rows[row]?.[shown.columns.findIndex((one) => one.name === name)];

describe('A preview of the data of a study', () => {
  it('shows the first rows, with columns, types and the descriptions by the study’s people', async () => {
    const { look, tookPart, running } = looking();
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start', title: 'Shown' });
    await running.ask('PUT', `/api/studies/${r.study_id}/variables/`, r.researcher, {
      variables: [
        { name: 'mood', description: 'How it felt', unit: 'points', levels: [], version: null },
      ],
    });
    await tookPart(
      r,
      Array.from({ length: 25 }, (_, i) => trialRecord({ mood: i, word: `word ${i}` })),
    );
    const shown = await look(r.study_id, r.researcher);
    expect(shown.rows).toHaveLength(20);
    expect(shown).toMatchObject({ row_count: 25, runs: 1, more_runs: false, more_columns: false });
    expect(shown.columns.find(({ name }) => name === 'mood')).toEqual({
      name: 'mood',
      type: 'integer',
      description: 'How it felt',
      unit: 'points',
    });
    expect([0, 19].map((row) => cell(shown, row, 'word'))).toEqual(['word 0', 'word 19']);
  });

  it('shows an anonymous session after the day only, and without any time', async () => {
    const { look, tookPart } = looking();
    const r = await launchHostedStudy(run, { privacy_level: 'anonymous', title: 'Quiet' });
    const records = [trialRecord({ answer: 'yes', at: clock.now().toISOString() })];
    await tookPart(r, records);
    expect(await look(r.study_id, r.researcher)).toMatchObject({
      columns: expect.not.arrayContaining([expect.objectContaining({ name: 'answer' })]),
      ...{ rows: [], row_count: 0, runs: 0, more_runs: false },
    });
    clock.advance(day);
    const later = await look(r.study_id, r.researcher);
    expect(later).toMatchObject({ row_count: 1, runs: 1 });
    expect(cell(later, 0, 'answer')).toBe('yes');
    expect(JSON.stringify(later)).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });

  it('compares the values of all runs with those of other studies before it shows any', async () => {
    const { look, tookPart } = looking();
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start', title: 'Compared' });
    await tookPart(r, [trialRecord({ code: 'zebra-4711-quokka' })]);
    clock.advance(day);
    await run.app.get(SealRuns, { strict: false }).run();
    const open = () =>
      run.source.query(
        `SELECT 1 FROM research.run_log l JOIN research.run r ON r.id = l.run_id
         WHERE r.session_id = $1 AND l.values_through < l.through`,
        [r.session_id],
      );
    await run.source.query(
      `UPDATE research.run_log SET values_through = 0 WHERE run_id IN
         (SELECT id FROM research.run WHERE session_id = $1)`,
      [r.session_id],
    );
    expect(await open()).toHaveLength(1);
    expect(await look(r.study_id, r.researcher)).toMatchObject({ row_count: 1 });
    expect(await open()).toEqual([]);
  });

  it('shows the same rows in the same order each time, sorted by code and not by time', async () => {
    const { look, tookPart } = looking();
    const r = await launchHostedStudy(run, { privacy_level: 'anonymous', title: 'Several' });
    for (const word of ['first', 'second', 'third', 'fourth'])
      await tookPart(r, [trialRecord({ word })]);
    clock.advance(day);
    const shown = await look(r.study_id, r.researcher);
    expect(await look(r.study_id, r.researcher)).toEqual(shown);
    const codes = shown.rows.map((_, row) => cell(shown, row, 'run_participant'));
    expect(codes).toHaveLength(4);
    expect(codes).toEqual(codes.toSorted());
  });
});
