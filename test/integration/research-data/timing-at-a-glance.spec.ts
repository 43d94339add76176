/** The tests move the application's clock, since days must end. */
import type { SessionTiming } from '../../../contracts/research-data/study-timing';
import { SealRuns } from '../../../server/runtime/record-log/sealing/seal-runs';
import type { TestPerson } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { launchHostedStudy, type RecordContent } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';

const clock = new TestClock();
let run: RunningApp;
let seal: SealRuns;
beforeAll(async () => {
  run = await sharedApp({ clock });
  seal = run.app.get(SealRuns, { strict: false });
});
afterAll(() => run.close());
const days = (count: number) => clock.advance(count * 86_400_000);

const measured = (more: object = {}): RecordContent => ({
  kind: 'event',
  data: JSON.stringify({
    type: 'timing',
    frame_ms: 16.7,
    frames: 5_987,
    missed: 0,
    longest_ms: 33.4,
    clock_ms: 0.005,
    long_tasks: 2,
    ...more,
  }),
});
const blur: RecordContent = { kind: 'event', data: '{"type":"blur","at":3}' };
const glance = async (study: string, who: TestPerson): Promise<SessionTiming[]> => {
  const path = `/api/studies/${study}/timing/`;
  const told = await studyExportRequestsOf(run).running.ask<{ sessions: SessionTiming[] }>(
    'GET',
    path,
    who,
  );
  if (told.status !== 200) throw new Error(JSON.stringify(told.body));
  return told.body.sessions;
};

describe('The timing summary of a study', () => {
  it('counts the runs of a session with names by measured timing, once they are sealed', async () => {
    const { tookPart } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    await tookPart(r, [trialRecord({ a: 1 }), measured(), blur]);
    await tookPart(r, [
      trialRecord({ a: 1 }),
      measured({ frame_ms: 6.9, long_tasks: null, missed: 30 }),
    ]);
    await tookPart(r, [trialRecord({ a: 1 })]);
    await tookPart(r, [trialRecord({ a: 1 }), measured()], 'open');
    expect(await glance(r.study_id, r.researcher)).toMatchObject([{ runs: 0, not_counted: 3 }]);
    await seal.run();
    expect(await glance(r.study_id, r.researcher)).toEqual([
      {
        session_id: r.session_id,
        runs: 3,
        measured: 2,
        not_counted: 0,
        measures: {
          refresh_hz: [
            { band: '60', runs: 1 },
            { band: '144', runs: 1 },
          ],
          missed: [
            { band: 'none', runs: 1 },
            { band: 'below_1', runs: 1 },
          ],
          clock: [{ band: 'to_0_02', runs: 2 }],
          long_tasks: [
            { band: 'to_5', runs: 1 },
            { band: 'unknown', runs: 1 },
          ],
          isolated: [{ band: 'yes', runs: 3 }],
          focus_lost: [
            { band: 'none', runs: 2 },
            { band: 'once', runs: 1 },
          ],
          pace: [],
        },
      },
    ]);
  });

  it('counts only runs of past days for a reader who may not see names', async () => {
    const { tookPart, makeEditor } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const editor = await makeEditor(r.study_id);
    await tookPart(r, [trialRecord({ a: 1 }), measured()]);
    await seal.run();
    expect(await glance(r.study_id, editor)).toMatchObject([{ runs: 0, not_counted: 1 }]);
    days(1);
    expect(await glance(r.study_id, editor)).toMatchObject([{ runs: 1, not_counted: 0 }]);
  });

  it('changes in an anonymous session by five people at a time, in bands shared by at least five', async () => {
    const { tookPart } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'Anonymous displays' });
    const seen: string[] = [];
    // One participant finishes each day: an observer in the building could see who that is.
    for (let n = 0; n < 9; n++) {
      await tookPart(
        r,
        [trialRecord({ a: 1 }), measured(n === 7 ? { frame_ms: 6.06 } : {})],
        'completed',
      );
      await seal.run();
      days(1);
      const [told] = await glance(r.study_id, r.researcher);
      seen.push(JSON.stringify(told?.measures.refresh_hz));
    }
    const five = JSON.stringify([{ band: '60', runs: 5 }]);
    expect(seen).toEqual(['[]', '[]', '[]', '[]', '[]', five, five, five, five]);
    await tookPart(r, [trialRecord({ a: 1 }), measured()], 'completed');
    await seal.run();
    days(2);
    expect(await glance(r.study_id, r.researcher)).toMatchObject([
      {
        runs: 10,
        not_counted: 0,
        measures: {
          refresh_hz: [
            { band: '60', runs: 9 },
            { band: 'not_told', runs: 1 },
          ],
        },
      },
    ]);
  });

  it('drops five people when one of them withdraws, and counts unsealed runs separately', async () => {
    const { tookPart, running } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'Withdrawn displays' });
    const left = await tookPart(r, [trialRecord({ a: 1 }), measured()], 'open');
    const first = await tookPart(r, [trialRecord({ a: 1 }), measured()], 'completed');
    for (let n = 0; n < 4; n++) await tookPart(r, [trialRecord({ a: 1 }), measured()], 'completed');
    days(2);
    expect(await glance(r.study_id, r.researcher)).toMatchObject([{ runs: 0, not_counted: 5 }]);
    await seal.run();
    expect(await glance(r.study_id, r.researcher)).toMatchObject([{ runs: 5, not_counted: 0 }]);
    for (let n = 0; n < 5; n++) await tookPart(r, [trialRecord({ a: 1 }), measured()], 'completed');
    await seal.run();
    days(2);
    expect(await glance(r.study_id, r.researcher)).toMatchObject([{ runs: 10, not_counted: 0 }]);
    // An uncompleted run changes neither the groups of five nor the figures.
    for (const action of ['withdraw', 'withdraw-data'])
      expect((await running.move(left.id, left.person, action)).status).toBe(200);
    expect(await glance(r.study_id, r.researcher)).toMatchObject([{ runs: 10, not_counted: 0 }]);
    const withdrawn = await running.move(first.id, first.person, 'withdraw-data');
    expect(withdrawn.status).toBe(200);
    expect(await glance(r.study_id, r.researcher)).toMatchObject([{ runs: 5, not_counted: 4 }]);
  });

  it('is empty for a study without finished runs', async () => {
    const r = await launchHostedStudy(run, { title: 'Nobody yet' });
    expect(await glance(r.study_id, r.researcher)).toEqual([]);
  });
});
