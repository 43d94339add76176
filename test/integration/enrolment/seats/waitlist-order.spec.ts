import { minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { countLockWaits } from '../../../support/engines/locks';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { eventually } from '../../../support/chance/wait';
import { injectedRequestsOf } from '../direct-requests';
import { lockTableRows } from '../locked-rows';

let run: RunningApp;
let second: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
  // The clock of the second server is five minutes slow, which must not change the order.
  const clock = new TestClock();
  clock.advance(-minutes(5));
  second = await startApp({ engines: run.engines, clock });
});
afterAll(async () => {
  await second.close();
  await run.close();
});

/** Makes a session whose only seat is taken, and the participant who has it. */
async function full(): Promise<{ r: RecruitingStudy; seated: TestPerson; seat: string }> {
  const r = await recruit(run, { capacity: 1 });
  const seated = await makePerson(run.source);
  const { body } = await injectedRequestsOf(run).enrol(r, seated);
  return { r, seated, seat: body._id };
}

const waitingIn = async (r: RecruitingStudy): Promise<{ id: string; wait_no: number }[]> =>
  run.source.query(
    `SELECT id, wait_no::int FROM research.participation
     WHERE session_id = $1 AND wait_no IS NOT NULL ORDER BY wait_no`,
    [r.session_id],
  );

/** Frees the seat repeatedly. @returns the participants who got an offer, in order */
async function offeredIn(r: RecruitingStudy, people: ReadonlyMap<string, TestPerson>) {
  const { transition } = injectedRequestsOf(run);
  const offered: string[] = [];
  for (;;) {
    const [next]: { id: string }[] = await run.source.query(
      `SELECT id FROM research.participation WHERE session_id = $1 AND state = 'offered'`,
      [r.session_id],
    );
    const who = next && people.get(next.id);
    if (!who) return offered;
    offered.push(next.id);
    await transition(next.id, who, 'withdraw');
  }
}

describe('The waitlist of a session', () => {
  it('offers seats in the order of the requests, also for requests that arrive while the server processes a batch', async () => {
    const { r, seated, seat } = await full();
    const { enrol, transition } = injectedRequestsOf(run);
    const people = await makePeople(run.source, 30);
    const release = await lockTableRows(run, 'research.session', r.session_id);
    const answers = people.slice(0, 10).map((p) => enrol(r, p, { waitlist: true }));
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 1,
    );
    answers.push(...people.slice(10).map((p) => enrol(r, p, { waitlist: true })));
    await release();
    const ids = (await Promise.all(answers)).map(({ body }) => body._id);
    expect((await waitingIn(r)).map(({ id }) => id)).toEqual(ids);
    await transition(seat, seated, 'withdraw');
    const byId = new Map(ids.map((id, i) => [id, people[i]] as [string, TestPerson]));
    expect(await offeredIn(r, byId)).toEqual(ids);
  });

  it('keeps the order of the requests at two servers whose clocks differ', async () => {
    const { r } = await full();
    const people = await makePeople(run.source, 8);
    const ids: string[] = [];
    for (const [i, p] of people.entries()) {
      const answer = await injectedRequestsOf(i % 2 ? second : run).enrol(r, p, { waitlist: true });
      ids.push(answer.body._id);
    }
    expect((await waitingIn(r)).map(({ id }) => id)).toEqual(ids);
  });

  it('puts a person who leaves it and joins a second time at its end', async () => {
    const { r } = await full();
    const { enrol, transition } = injectedRequestsOf(run);
    const [a, b, c] = await makePeople(run.source, 3);
    if (!a || !b || !c) throw new Error('three people');
    const ids: string[] = [];
    for (const p of [a, b, c]) ids.push((await enrol(r, p, { waitlist: true })).body._id);
    const [first = '', ...others] = ids;
    await transition(first, a, 'withdraw');
    await enrol(r, a, { waitlist: true });
    expect((await waitingIn(r)).map(({ id }) => id)).toEqual([...others, first]);
  });

  it('numbers the waiting participants only, from one in each session, so that the numbers reveal nothing else', async () => {
    const { transition, enrol } = injectedRequestsOf(run);
    for (const _ of ['one session', 'another']) {
      const { r, seated, seat } = await full();
      const people = await makePeople(run.source, 3);
      await Promise.all(people.map((p) => enrol(r, p, { waitlist: true })));
      expect((await waitingIn(r)).map(({ wait_no }) => wait_no)).toEqual([1, 2, 3]);
      await transition(seat, seated, 'withdraw');
      expect((await waitingIn(r)).map(({ wait_no }) => wait_no)).toEqual([2, 3]);
      const [late] = await makePeople(run.source, 1);
      if (!late) throw new Error('one person');
      await enrol(r, late, { waitlist: true });
      expect((await waitingIn(r)).map(({ wait_no }) => wait_no)).toEqual([2, 3, 4]);
      await expect(
        run.source.query(`UPDATE research.participation SET wait_no = 9 WHERE id = $1`, [seat]),
      ).rejects.toMatchObject({ constraint: 'participation_waits_in_order' });
    }
  });
});
