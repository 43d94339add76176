import { DeadlineEnforcer } from '../../../../server/enrolment/deadlines/deadlines';
import { hours, minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { makePeople } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { injectedRequestsOf } from '../direct-requests';
import { lockTableRows } from '../locked-rows';

let run: RunningApp;
let release: (() => Promise<void>) | undefined;
beforeAll(async () => {
  // This file has its own database, since a sweep ends every deadline in the database.
  run = await startApp({ clock: new TestClock() });
});
afterEach(async () => {
  await release?.();
  release = undefined;
});
afterAll(() => run.close());

const sweep = () => run.app.get(DeadlineEnforcer, { strict: false });
const inAWhile = (ms: number) => new Date(run.clock.now().getTime() + ms).toISOString();
const three = async (
  options: Parameters<typeof recruit>[1],
): Promise<[RecruitingStudy, RecruitingStudy, RecruitingStudy]> => [
  await recruit(run, options),
  await recruit(run, options),
  await recruit(run, options),
];
const statesOf = async (all: readonly RecruitingStudy[]): Promise<string[]> => {
  const rows: { state: string }[] = await run.source.query(
    `SELECT s.state FROM unnest($1::uuid[]) WITH ORDINALITY AS a (id, i)
     JOIN research.session s USING (id) ORDER BY i`,
    [all.map((r) => r.session_id)],
  );
  return rows.map(({ state }) => state);
};
const countOf = async (r: RecruitingStudy, state: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM research.participation WHERE session_id = $1 AND state = $2`,
    [r.session_id, state],
  );
  return row?.n ?? 0;
};

describe('A lock that another transaction holds on the row of a session', () => {
  it('does not delay opening and closing of other sessions; the job handles the locked one in its next run', async () => {
    const all = await three({ opens_at: inAWhile(hours(1)), closes_at: inAWhile(hours(2)) });
    const hold = () => lockTableRows(run, 'research.session', all[0].session_id);
    run.clock.advance(hours(1));
    release = await hold();
    expect(await sweep().openSessions()).toBe(2);
    expect(await statesOf(all)).toEqual(['scheduled', 'active', 'active']);
    await release();
    expect(await sweep().openSessions()).toBe(1);
    run.clock.advance(hours(1));
    release = await hold();
    expect(await sweep().closeSessions()).toBe(2);
    expect(await statesOf(all)).toEqual(['active', 'closed', 'closed']);
    await release();
    expect(await sweep().closeSessions()).toBe(1);
    expect(await statesOf(all)).toEqual(['closed', 'closed', 'closed']);
  });

  it('does not delay the ends of unused seats in other sessions, however many of the locked one are overdue', async () => {
    const all = await three({ capacity: 250, start_within_minutes: 60 });
    const [held, ...others] = all;
    // The locked session has more overdue seats than one sweep handles, and their deadlines are the
    // earliest.
    for (const [r, count] of [
      [held, 210],
      [others[0], 3],
      [others[1], 3],
    ] as const) {
      const people = await makePeople(run.source, count);
      await Promise.all(people.map((p) => injectedRequestsOf(run).enrol(r, p)));
    }
    run.clock.advance(minutes(61));
    release = await lockTableRows(run, 'research.session', held.session_id);
    expect(await sweep().endOverdue()).toBe(6);
    expect(await countOf(held, 'enrolled')).toBe(210);
    await release();
    expect(await sweep().endOverdue()).toBe(210);
    expect(await countOf(held, 'timed_out')).toBe(210);
  });

  it('on a single participation does not delay the ends of other unused seats either', async () => {
    const [first, other] = await three({ capacity: 5, start_within_minutes: 60 });
    const enrolled = [];
    for (const r of [first, other]) {
      const people = await makePeople(run.source, 2);
      for (const p of people) enrolled.push((await injectedRequestsOf(run).enrol(r, p)).body._id);
    }
    run.clock.advance(minutes(61));
    release = await lockTableRows(run, 'research.participation', enrolled[0] ?? '');
    expect(await sweep().endOverdue()).toBe(3);
    await release();
    expect(await sweep().endOverdue()).toBe(1);
  });
});
