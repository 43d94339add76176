/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { listRuns } from '../../../contracts/runtime/runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { SessionTiming } from '../../../contracts/research-data/study-timing';
import { SealRuns } from '../../../server/runtime/record-log/sealing/seal-runs';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { studyExportRequestsOf } from '../research-data/exporting';
import { launchHostedStudy, type RecordContent } from './running';

const clock = new TestClock();
let run: RunningApp;
let seal: SealRuns;
beforeAll(async () => {
  run = await sharedApp({ clock });
  seal = run.app.get(SealRuns, { strict: false });
});
afterAll(() => run.close());
const days = (count: number) => clock.advance(count * 86_400_000);

const minutes = (count: number): RecordContent => ({
  kind: 'event',
  data: JSON.stringify({
    ...{ type: 'timing', frame_ms: 16.7, frames: 5_987, missed: 0, longest_ms: 33.4 },
    ...{ clock_ms: 0.005, long_tasks: 2, ms: count * 60_000 },
  }),
});
/**
 * Makes one finished run for each duration (in minutes). Two records report the duration, as the
 * records of a real page do.
 */
const took = async (r: RecruitingStudy, ...all: number[]) => {
  const { tookPart } = studyExportRequestsOf(run);
  const taken = [];
  for (const count of all)
    taken.push(await tookPart(r, [minutes(count - 1), minutes(1)], 'completed'));
  await seal.run();
  return taken;
};
const list = async (r: RecruitingStudy, who: TestPerson = r.researcher) => {
  const path = `/api/sessions/${r.session_id}/runs/?limit=100`;
  return (
    await studyExportRequestsOf(run).running.ask<EndpointResponseBody<typeof listRuns>>(
      'GET',
      path,
      who,
    )
  ).body;
};
const timing = async (r: RecruitingStudy) => {
  const path = `/api/studies/${r.study_id}/timing/`;
  const { running } = studyExportRequestsOf(run);
  const told = await running.ask<{ sessions: SessionTiming[] }>('GET', path, r.researcher);
  return told.body.sessions[0]?.measures.pace;
};
const levelled = (privacy_level: PrivacyLevel, conditions?: Conditions) =>
  launchHostedStudy(run, { privacy_level }, conditions);
const usual = [10, 11, 12, 10, 9, 10, 13, 10, 11];

describe('A run that took less than half of the median time', () => {
  it('is marked once ten runs have finished, and the mark does not end it', async () => {
    const r = await levelled('roster_on_start');
    const [fast] = await took(r, 4, ...usual.slice(1));
    expect((await list(r)).totals).toMatchObject({ finished: 9, fast: 0 });
    await took(r, 10);
    const { items, totals } = await list(r);
    expect(totals).toMatchObject({ finished: 10, fast: 1 });
    expect(items.filter((one) => one.fast)).toMatchObject([
      { _id: fast?.run._id, state: 'finished' },
    ]);
    expect(items.filter((one) => one.fast === false)).toHaveLength(9);
    expect(await timing(r)).toEqual([
      { band: 'fast', runs: 1 },
      { band: 'usual', runs: 9 },
    ]);
  });

  it('is not marked in the list for a reader who may not see names', async () => {
    const r = await levelled('roster_on_start');
    const editor = await studyExportRequestsOf(run).makeEditor(r.study_id);
    await took(r, 4, ...usual);
    days(1);
    const { items, totals } = await list(r, editor);
    expect(items).toHaveLength(10);
    expect(items.every(({ fast }) => fast === null)).toBe(true);
    expect(totals.fast).toBeNull();
  });

  it('is counted in an anonymous session in groups of five people only', async () => {
    const r = await levelled('anonymous');
    await took(r, 4, ...usual.slice(0, 8));
    days(2);
    // Nine people make only one complete group of five. That is too few to tell which runs are
    // fast.
    expect(await timing(r)).toEqual([]);
    await took(r, 10);
    days(2);
    expect(await timing(r)).toEqual([
      { band: 'usual', runs: 9 },
      { band: 'not_told', runs: 1 },
    ]);
    const { items, totals } = await list(r);
    expect(items).toHaveLength(10);
    expect(items.every(({ fast }) => fast === null)).toBe(true);
    expect(totals.fast).toBeNull();
    await took(r, 4, 4, 4, 4, ...usual, 10, 10);
    days(2);
    expect(await timing(r)).toEqual([
      { band: 'fast', runs: 5 },
      { band: 'usual', runs: 20 },
    ]);
  });

  it('is compared with the runs of its own condition', async () => {
    const conditions: Conditions = {
      ...{ draw: 'weights', repeats: 1, blinded: false },
      cells: [
        { name: 'long', share: 1, values: {} },
        { name: 'short', share: 1, values: {} },
      ],
    };
    const r = await levelled('roster_on_start', conditions);
    await took(r, ...usual, ...usual, 10, 10);
    await run.source.query(
      `UPDATE research.run r SET cell = c.cell, condition = jsonb_build_object('name', c.cell)
       FROM (SELECT id, (row_number() OVER (ORDER BY id) > 10)::int AS cell
         FROM research.run WHERE session_id = $1) c WHERE c.id = r.id`,
      [r.session_id],
    );
    await run.source.query(
      `UPDATE research.run_log l SET timing = jsonb_set(l.timing, '{seconds}', '120')
       FROM research.run r WHERE r.id = l.run_id AND r.session_id = $1 AND r.cell = 1`,
      [r.session_id],
    );
    expect((await list(r)).totals).toMatchObject({ finished: 20, fast: 0 });
    expect(await timing(r)).toEqual([{ band: 'usual', runs: 20 }]);
  });

  it('is marked in a blinded session only after closing, since the mark reveals the condition', async () => {
    const conditions: Conditions = {
      ...{ draw: 'least_filled', repeats: 1, blinded: true },
      cells: [{ name: 'only', share: 1, values: {} }],
    };
    const r = await levelled('roster_on_start', conditions);
    await took(r, 4, ...usual);
    const before = await list(r);
    expect(before.items).toHaveLength(10);
    expect(before.items.every(({ fast }) => fast === null)).toBe(true);
    expect(before.totals.fast).toBeNull();
    expect(await timing(r)).toEqual([]);
    await run
      .http()
      .put(`/api/sessions/${r.session_id}/`)
      .set(r.researcher.headers)
      .send({ state: 'closed' })
      .expect(200);
    expect((await list(r)).totals.fast).toBe(1);
    expect(await timing(r)).toContainEqual({ band: 'fast', runs: 1 });
  });

  it('has its duration in an export of a session with names, and not in an anonymous one', async () => {
    const [named, anonymous] = [await levelled('roster_on_start'), await levelled('anonymous')];
    for (const r of [named, anonymous]) await took(r, 4);
    days(2);
    const { downloaded } = studyExportRequestsOf(run);
    const { runs } = await downloaded(named.study_id, named.researcher);
    expect(runs).toMatchObject([{ open_ms: 240_000 }]);
    const without = await downloaded(anonymous.study_id, anonymous.researcher);
    expect(JSON.stringify(without.files)).not.toMatch(/open_ms"?:? ?\d|240000/);
  });

  it('can be listed whatever duration a participant sends', async () => {
    const r = await levelled('roster_on_start');
    const { tookPart } = studyExportRequestsOf(run);
    const most = Array.from({ length: 40 }, () => minutes(16_000));
    await tookPart(r, most, 'completed');
    await took(r, ...usual);
    expect((await list(r)).totals).toMatchObject({ finished: 10, fast: 0 });
  });
});
