/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { TimingReport } from '../../../server/research-data/columns/timing-columns';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { launchHostedStudy, runRequestsOf, type RecordContent } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';
import { textOfArchive } from './reading';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const day = 86_400_000;

const measured = (more: object = {}): RecordContent => ({
  kind: 'event',
  data: JSON.stringify({
    type: 'timing',
    frame_ms: 16.7,
    frames: 5_987,
    missed: 13,
    longest_ms: 83.4,
    clock_ms: 0.105,
    long_tasks: 2,
    ...more,
  }),
});
const byTrial = (...trials: (number | null)[][]): RecordContent => ({
  kind: 'event',
  data: JSON.stringify({ type: 'trial_timing', trials }),
});
const reportOf = (files: Readonly<Record<string, string>>) =>
  JSON.parse(files['timing.json'] ?? 'null') as TimingReport | null;

describe('The timing that the pages of a study measured', () => {
  it('is exported unrounded beside each run, and counted for the session, if names are shown', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    await tookPart(r, [trialRecord({ a: 1 }), measured(), measured({ frames: 100, missed: 0 })]);
    await tookPart(r, [
      trialRecord({ a: 1 }),
      measured({ frame_ms: 6.9, missed: 0, long_tasks: null }),
    ]);
    await tookPart(r, [trialRecord({ a: 1 })]);
    clock.advance(day);
    const { files, runs, codebook } = await downloaded(r.study_id, r.researcher);
    expect(runs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          refresh_hz: 60,
          missed_frames_share: 'under 1 %',
          frame_ms: 16.7,
          frames: 6_087,
          missed_frames: 13,
          longest_gap_ms: 83.4,
          clock_step_ms: 0.105,
          long_tasks: 4,
        }),
        expect.objectContaining({ refresh_hz: 144, missed_frames_share: 'none' }),
      ]),
    );
    // The export invents no value: the value is missing if the browser reports no long tasks, or if
    // the run has no measurements.
    expect(runs.map(({ long_tasks }) => long_tasks ?? 'none').sort()).toEqual([4, 'none', 'none']);
    expect(codebook.runs.find(({ name }) => name === 'clock_step_ms')?.description).toMatch(
      /^Measured: the smallest step/,
    );
    expect(reportOf(files)?.sessions).toEqual([
      {
        session: r.session_id,
        runs: 3,
        measured: 2,
        refresh_hz: { 60: 1, 144: 1 },
        missed_frames_share: { 'under 1 %': 1, none: 1 },
      },
    ]);
  });

  it('is exported by trial as a table beside the data', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start', title: 'By trial' });
    const audio = { base_ms: 5.8, output_ms: 32 };
    await tookPart(r, [
      trialRecord({ word: 'red' }),
      { kind: 'event', data: '{"type":"blur"}' },
      trialRecord({ word: 'green' }),
      byTrial([0, 61, 0, 16.8, 0], [1, 118, 3, 66.7, 1]),
      measured({ audio }),
    ]);
    await tookPart(r, [
      trialRecord({ word: 'blue' }),
      byTrial([0, 5, 0, 17, null], [9, 5, 0, 17, null]),
    ]);
    clock.advance(day);
    const { files, data, runs, codebook } = await downloaded(r.study_id, r.researcher);
    const timed = JSON.parse(files['trial_timing.json'] ?? '[]') as Record<string, unknown>[];
    const beside = (word: string) => {
      const row = data.find((one) => one.word === word);
      return timed.filter(
        (one) => one.run_participant === row?.run_participant && one.run_seq === row?.run_seq,
      );
    };
    expect(beside('red')).toMatchObject([{ frames: 61, missed_frames: 0, long_tasks: 0 }]);
    expect(beside('green')).toMatchObject([
      { frames: 118, missed_frames: 3, longest_gap_ms: 66.7, long_tasks: 1 },
    ]);
    expect(beside('blue')).toMatchObject([{ frames: 5 }]);
    expect(timed).toHaveLength(3);
    // The timing adds no columns to the study's own rows.
    expect(Object.keys(data[0] ?? {})).not.toContain('frames');
    expect(codebook).toHaveProperty('trial_timing');
    expect(runs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          audio_latency: 'under 50 ms',
          audio_base_ms: 5.8,
          audio_output_ms: 32,
        }),
      ]),
    );
    expect(reportOf(files)?.sessions).toMatchObject([{ audio_latency: { 'under 50 ms': 1 } }]);
    const csv = await downloaded(r.study_id, r.researcher, { format: 'csv' });
    expect(csv.files['trial_timing.csv']?.split('\n')).toHaveLength(5);
  });

  it('of an anonymous session has no trials, and audio latency only if five people share it', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'Anonymous sounds' });
    const heard = (output_ms: number) => measured({ audio: { base_ms: 5.81, output_ms } });
    for (let n = 0; n < 5; n++)
      await tookPart(r, [trialRecord({ a: 1 }), byTrial([0, 77_123, 0, 17, 0]), heard(30.11 + n)]);
    await tookPart(r, [trialRecord({ a: 1 }), byTrial([0, 77_124, 0, 17, 0]), heard(230.33)]);
    clock.advance(day);
    const told = await downloaded(r.study_id, r.researcher);
    expect(Object.keys(told.files)).not.toContain('trial_timing.json');
    expect(reportOf(told.files)?.sessions).toMatchObject([
      { audio_latency: { 'under 50 ms': 5, 'not told': 1 } },
    ]);
    expect(told.runs.filter(({ audio_latency }) => audio_latency === 'under 50 ms')).toHaveLength(
      5,
    );
    expect(await textOfArchive(told)).not.toMatch(/\b7712\d\b|30\.11|230\.33|5\.81/);
  });

  it('of an anonymous session is exported in bands of at least five people, and not in the records', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'Displays' });
    // Each participant has a device that no other participant has.
    const of = (n: number) => measured({ frame_ms: 16.6 + n / 100, clock_ms: 0.1 + n / 1000 });
    for (let n = 0; n < 4; n++) await tookPart(r, [trialRecord({ a: 1 }), of(n)]);
    await tookPart(r, [trialRecord({ a: 1 }), measured({ frame_ms: 6.06 })]);
    clock.advance(day);
    const few = await downloaded(r.study_id, r.researcher);
    for (const one of few.runs) expect(Object.keys(one)).not.toContain('refresh_hz');
    expect(reportOf(few.files)?.sessions).toMatchObject([
      { measured: 5, refresh_hz: { 'not told': 5 }, missed_frames_share: { 'not told': 5 } },
    ]);
    await tookPart(r, [trialRecord({ a: 1 }), of(5)]);
    clock.advance(day);
    const more = await downloaded(r.study_id, r.researcher);
    expect(more.runs.filter(({ refresh_hz }) => refresh_hz === 60)).toHaveLength(5);
    expect(more.runs.filter(({ refresh_hz }) => refresh_hz === undefined)).toHaveLength(1);
    expect(reportOf(more.files)?.sessions).toMatchObject([
      { refresh_hz: { 60: 5, 'not told': 1 } },
    ]);
    expect(await textOfArchive(more)).not.toMatch(/6\.06|16\.6|0\.10\d|\b5987\b/);
    const { ask, text, linesOf } = runRequestsOf(run);
    const list = await ask<{ items: { _id: string }[] }>(
      'GET',
      `/api/sessions/${r.session_id}/runs/`,
      r.researcher,
    );
    for (const { _id } of list.body.items) {
      const records = await text(`/api/runs/${_id}/records/`, r.researcher);
      expect(linesOf(records.text)[1]).toMatchObject({ kind: 'event', data: '[withheld]' });
    }
  });

  it('adds nothing to an export if nothing was measured', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'Not measured' });
    await tookPart(r, [trialRecord({ a: 1 })]);
    clock.advance(day);
    const { files, runs } = await downloaded(r.study_id, r.researcher);
    expect(Object.keys(files)).not.toContain('timing.json');
    expect(Object.keys(runs[0] ?? {})).not.toContain('frames');
  });
});
