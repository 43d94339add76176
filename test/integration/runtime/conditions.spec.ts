/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { Conditions, SessionConditions } from '../../../contracts/study-files/conditions';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RecruitingStudy, RecruitingOptions } from '../../support/people/recruiting';
import { studyExportRequestsOf } from '../research-data/exporting';
import { launchHostedStudy, runRequestsOf, type RunParticipation } from './running';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterEach(() => clock.reset());
afterAll(() => run.close());
const day = 24 * 3_600_000;

const conditions = (more: Partial<Conditions> = {}): Conditions => ({
  draw: 'least_filled',
  repeats: 1,
  blinded: false,
  cells: ['fast', 'medium', 'slow'].map((name, i) => ({
    name,
    share: 1,
    values: { delay: 100 * (i + 1), practice: i === 0 },
  })),
  ...more,
});
const recruited = (more: Partial<Conditions> = {}, options: RecruitingOptions = {}) =>
  launchHostedStudy(
    run,
    { capacity: 100, privacy_level: 'roster_on_start', ...options },
    conditions(more),
  );
const totalsOf = async ({ session_id, researcher }: RecruitingStudy) =>
  (
    await runRequestsOf(run).ask<SessionConditions>(
      'GET',
      `/api/sessions/${session_id}/conditions/`,
      researcher,
    )
  ).body;
const countsOf = async (r: RecruitingStudy) =>
  (await totalsOf(r)).totals?.map(({ name, seats }) => [name, seats]);
const takeAtOnce = (r: RecruitingStudy, people: number) =>
  Promise.all(Array.from({ length: people }, () => runRequestsOf(run).take(r)));
const nameOf = (t: RunParticipation) => t.run.condition?.name;

describe('The condition of a participant', () => {
  it('is given with the values of its line in the table, and stays the same through reloads and new attempts', async () => {
    const { start, take } = runRequestsOf(run);
    const r = await recruited();
    const t = await take(r);
    const { condition } = t.run;
    const line = conditions().cells.find(({ name }) => name === condition?.name);
    expect(condition).toEqual({ name: line?.name, ...line?.values });
    await takeAtOnce(r, 2);
    expect((await start(t.id, t.person, t.writer)).body.condition).toEqual(condition);
    const anew = await start(t.id, t.person, t.writer, { attempt: 2 });
    expect(anew.body).toMatchObject({ attempt: 2, condition });
    expect(await countsOf(r)).toEqual([
      ['fast', 1],
      ['medium', 1],
      ['slow', 1],
    ]);
  });

  it('is balanced: group sizes differ by at most one when fifty participants start at the same time', async () => {
    const r = await recruited();
    await takeAtOnce(r, 50);
    const seats = (await countsOf(r))?.map(([, count]) => Number(count)) ?? [];
    expect(seats.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(Math.max(...seats) - Math.min(...seats)).toBeLessThanOrEqual(1);
  });

  it('is given to the next participant who starts, if its participant leaves', async () => {
    const { move, take } = runRequestsOf(run);
    const r = await recruited();
    const all = await takeAtOnce(r, 6);
    const [gone] = all;
    if (!gone) throw new Error('nobody takes part');
    const same = all.filter((t) => nameOf(t) === nameOf(gone));
    for (const { id, person } of same) await move(id, person, 'withdraw');
    expect(nameOf(await take(r))).toBe(nameOf(gone));
    expect(nameOf(await take(r))).toBe(nameOf(gone));
  });

  it('follows the configured shares, also when drawn in blocks', async () => {
    const shares = conditions().cells.map((cell, i) => ({ ...cell, share: i + 1 }));
    const r = await recruited({ draw: 'blocks', repeats: 2, cells: shares });
    await takeAtOnce(r, 12);
    expect(await countsOf(r)).toEqual([
      ['fast', 2],
      ['medium', 4],
      ['slow', 6],
    ]);
  });

  it('is the only one that a participant sees: the page of the study does not contain the table of conditions', async () => {
    const { ask, take } = runRequestsOf(run);
    const r = await recruited();
    const { person } = await take(r);
    const page = await ask<{ runtime: object }>('GET', `/api/studies/${r.study_id}/`, person);
    expect(page.body.runtime).toMatchObject({ kind: 'hosted', conditions: null });
    expect(JSON.stringify(page.body)).not.toContain('medium');
    const totals = await ask('GET', `/api/sessions/${r.session_id}/conditions/`, person);
    expect(totals.status).toBe(403);
  });
});

describe('The number of participants in each condition', () => {
  it('is shown for an anonymous session after the day, since a changing number would identify participants', async () => {
    const r = await recruited({}, { privacy_level: 'anonymous' });
    const all = await takeAtOnce(r, 3);
    expect(await totalsOf(r)).toMatchObject({
      resolution: 'day',
      totals: [{ seats: 0 }, { seats: 0 }, { seats: 0 }],
    });
    clock.advance(day);
    const drawn = ({ name }: { name: string }) => all.filter((t) => nameOf(t) === name).length;
    expect((await totalsOf(r)).totals?.map(({ seats }) => seats)).toEqual(
      conditions().cells.map(drawn),
    );
  });

  it('is hidden while a blinded session runs, also in exports', async () => {
    const { ask } = runRequestsOf(run);
    const r = await recruited({ blinded: true });
    const all = await takeAtOnce(r, 3);
    expect(all.map((t) => t.run.blinded)).toEqual([true, true, true]);
    expect(await totalsOf(r)).toMatchObject({ draw: 'least_filled', totals: null });
    const conditionsIn = async () =>
      (
        await studyExportRequestsOf(run).downloaded(r.study_id, r.researcher, {
          format: 'json',
          unfinished: true,
        })
      ).runs.map((row) => row.condition);
    expect(await conditionsIn()).toEqual([undefined, undefined, undefined]);
    await ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, { state: 'closed' });
    expect((await totalsOf(r)).totals).toHaveLength(3);
    expect((await conditionsIn()).map(Boolean)).toEqual([true, true, true]);
  });

  it('is null for a session without conditions', async () => {
    const r = await launchHostedStudy(run);
    expect(await totalsOf(r)).toMatchObject({ draw: null, totals: null });
  });
});
