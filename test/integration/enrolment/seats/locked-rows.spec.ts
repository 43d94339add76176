import type { RunningApp } from '../../../support/app/launch-app';
import { countLockWaits } from '../../../support/engines/locks';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { eventually } from '../../../support/chance/wait';
import { injectedRequestsOf, type InjectedResponse } from '../direct-requests';
import { lockTableRows } from '../locked-rows';

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
let release: (() => Promise<void>) | undefined;
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
});
afterEach(async () => {
  await release?.();
  release = undefined;
});
afterAll(() => run.close());

const seated = async (r: RecruitingStudy, people: readonly TestPerson[]): Promise<string[]> =>
  (await Promise.all(people.map((p) => asking.enrol(r, p)))).map(({ body }) => body._id);

/**
 * Makes requests about other sessions while the row is locked.
 * @returns their statuses, by action
 */
async function others(elsewhere: RecruitingStudy): Promise<Record<string, number>> {
  const person = await makePerson(run.source);
  const enrolled = await asking.enrol(elsewhere, person);
  const started = await asking.transition(enrolled.body._id, person, 'start');
  const read = (url: string) => asking.ask('GET', url, person);
  const changed = await asking.ask(
    'PUT',
    `/api/sessions/${elsewhere.session_id}/`,
    elsewhere.researcher,
    { capacity: 200 },
  );
  return {
    enrolled: enrolled.status,
    started: started.status,
    changed: changed.status,
    profile: (await read('/api/users/profile/')).status,
    catalogue: (await read('/api/studies/')).status,
    page: (await read(`/api/studies/${elsewhere.study_id}/`)).status,
    history: (await read('/api/participations/')).status,
    ready: (await read('/health/ready')).status,
  };
}
const allWell = {
  enrolled: 201,
  started: 200,
  changed: 200,
  profile: 200,
  catalogue: 200,
  page: 200,
  history: 200,
  ready: 200,
};

/** Sends every kind of request about a session at the same time. */
function besiege(
  r: RecruitingStudy,
  ids: string[],
  people: readonly TestPerson[],
  more: TestPerson[],
) {
  const answers: InjectedResponse[] = [];
  const all = [
    ...people.map((p, i) => asking.transition(ids[i] ?? '', p, i % 2 ? 'withdraw' : 'start')),
    ...more.map((p) => asking.enrol(r, p)),
    ...Array.from({ length: 10 }, () =>
      asking.ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, { state: 'active' }),
    ),
  ].map((asked) => asked.then((answer) => void answers.push(answer)));
  return { answers, all: Promise.all(all) };
}

describe('While another transaction locks the row of a session', () => {
  it('only requests to that session wait, on one connection, and all succeed afterwards', async () => {
    const [r, elsewhere] = [
      await recruit(run, { capacity: 100 }),
      await recruit(run, { capacity: 100 }),
    ];
    const people = await makePeople(run.source, 12);
    const more = await makePeople(run.source, 12);
    const ids = await seated(r, people);
    release = await lockTableRows(run, 'research.session', r.session_id);
    const { answers, all } = besiege(r, ids, people, more);
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 1,
    );
    expect(await others(elsewhere)).toEqual(allWell);
    expect(await countLockWaits(run.source)).toBe(1);
    expect(answers).toEqual([]);
    await release();
    await all;
    expect(answers.filter(({ status }) => ![200, 201].includes(status))).toEqual([]);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 18,
      counted: 18,
    });
  });

  it('requests to it and to eight more locked sessions wait on two connections, and no others wait', async () => {
    const elsewhere = await recruit(run, { capacity: 200 });
    const held = await Promise.all(Array.from({ length: 9 }, () => recruit(run, { capacity: 50 })));
    const people = await makePeople(run.source, 4);
    const more = await makePeople(run.source, 4);
    const ids = await Promise.all(held.map((r) => seated(r, people)));
    release = await lockTableRows(run, 'research.session', ...held.map((r) => r.session_id));
    const sieges: ReturnType<typeof besiege>[] = [];
    // The sessions are locked one after the other, so that no two of them share a transaction by
    // chance.
    for (const [i, r] of held.entries()) {
      sieges.push(besiege(r, ids[i] ?? [], people, more));
      expect(await others(elsewhere)).toEqual(allWell);
    }
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 2,
    );
    expect(sieges.flatMap(({ answers }) => answers)).toEqual([]);
    await release();
    await Promise.all(sieges.map(({ all }) => all));
    const refused = sieges.flatMap(({ answers }) =>
      answers.filter(({ status }) => ![200, 201].includes(status)),
    );
    expect(refused).toEqual([]);
    for (const r of held)
      expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
        taken: 6,
        counted: 6,
      });
  });

  it('people who move to it together from another session of the study get their seats', async () => {
    const r = await recruit(run, { capacity: 5 });
    const path = `/api/studies/${r.study_id}/sessions/`;
    const { body } = await asking.ask('POST', path, r.researcher, { capacity: 5 });
    await asking.ask('PUT', `/api/sessions/${body._id}/`, r.researcher, { state: 'active' });
    const people = await makePeople(run.source, 3);
    const ids = await seated(r, people);
    await Promise.all(people.map((p, i) => asking.transition(ids[i] ?? '', p, 'withdraw')));
    release = await lockTableRows(run, 'research.session', body._id);
    const back = people.map((p) => asking.enrol({ ...r, session_id: body._id }, p));
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 1,
    );
    await release();
    expect((await Promise.all(back)).map((a) => `${a.status} ${a.body._id}`)).toEqual(
      ids.map((id) => `201 ${id}`),
    );
    expect(await readSeatCounts(run.source, body._id)).toMatchObject({ taken: 3, counted: 3 });
  });

  it('requests that wait too long get 503 with Retry-After, and nothing is lost', async () => {
    const r = await recruit(run, { capacity: 100 });
    const people = await makePeople(run.source, 4);
    const more = await makePeople(run.source, 2);
    const ids = await seated(r, people);
    release = await lockTableRows(run, 'research.session', r.session_id);
    const { answers, all } = besiege(r, ids, people, more);
    await all;
    expect(answers).toHaveLength(16);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    }
    await release();
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 4, counted: 4 });
    const again = besiege(r, ids, people, more);
    await again.all;
    expect(again.answers.filter(({ status }) => ![200, 201].includes(status))).toEqual([]);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 4, counted: 4 });
    // Time limit: PostgreSQL's lock_timeout is eight seconds.
  }, 40_000);
});

describe('While another transaction locks the row of a participation', () => {
  it('only its participant gets 503; the others of the session start without delay', async () => {
    const r = await recruit(run, { capacity: 100 });
    const people = await makePeople(run.source, 10);
    const ids = await seated(r, people);
    release = await lockTableRows(run, 'research.participation', ids[3] ?? '');
    const start = () =>
      Promise.all(people.map((p, i) => asking.transition(ids[i] ?? '', p, 'start')));
    const began = performance.now();
    const answers = await start();
    // A request that waited for the row would end with PostgreSQL's lock_timeout, after eight
    // seconds.
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(answers.map(({ status }) => status)).toEqual(
      people.map((_, i) => (i === 3 ? 503 : 200)),
    );
    expect(Number(answers[3]?.retryAfter)).toBeGreaterThan(0);
    await release();
    expect((await start()).map(({ status }) => status)).toEqual(people.map(() => 200));
  });

  it('for a moment, requests of its participant and the researcher wait and succeed', async () => {
    const r = await recruit(run, { capacity: 3, privacy_level: 'roster_on_start' });
    const [one] = await makePeople(run.source, 1);
    if (!one) throw new Error('no person');
    const [id = ''] = await seated(r, [one]);
    const meanwhile = async (asked: () => Promise<InjectedResponse>) => {
      const done = await lockTableRows(run, 'research.participation', id);
      const answer = asked();
      await eventually(
        () => countLockWaits(run.source),
        (n) => n === 1,
      );
      await done();
      return (await answer).status;
    };
    expect(await meanwhile(() => asking.transition(id, one, 'start'))).toBe(200);
    await asking.transition(id, one, 'complete');
    const url = `/api/sessions/${r.session_id}/roster/`;
    const roster = await asking.ask<{ items: { tag: string }[] }>('GET', url, r.researcher);
    const [line] = roster.body.items;
    const decisions = [{ tag: line?.tag, decision: { action: 'approve' } }];
    const path = `/api/sessions/${r.session_id}/decisions/`;
    expect(await meanwhile(() => asking.ask('POST', path, r.researcher, { decisions }))).toBe(200);
  });

  it('its messages can still be read: reading takes no lock that a decision needs', async () => {
    const r = await recruit(run, { capacity: 3 });
    const [one] = await makePeople(run.source, 1);
    if (!one) throw new Error('no person');
    const [id = ''] = await seated(r, [one]);
    const path = `/api/participations/${id}/messages/`;
    const stranger = await makePerson(run.source);
    release = await lockTableRows(run, 'research.participation', id);
    expect((await asking.ask('GET', path, one)).status).toBe(200);
    await run.http().put(`${path}read/`).set(one.headers).send({ position: 1 }).expect(204);
    // A request of a person who may not read the session is refused before it waits for the lock.
    const written = await asking.ask('POST', path, stranger, { text: 'x', ends_anonymity: true });
    expect(written.status).toBe(404);
  });
});

describe('While another transaction locks the row of an account', () => {
  it('other people who enrol together with its owner get their seats', async () => {
    const [r, other] = [await recruit(run, { capacity: 20 }), await recruit(run, { capacity: 20 })];
    const people = await makePeople(run.source, 12);
    const [one, ...rest] = people;
    if (!one) throw new Error('twelve people');
    release = await lockTableRows(run, 'identity.account', one._id);
    const answers = people.map((p, i) => asking.enrol(i % 2 ? other : r, p));
    const statuses = await Promise.all(answers.slice(1).map((a) => a.then(({ status }) => status)));
    expect(statuses).toEqual(rest.map(() => 201));
    // The first person's account row is locked. The person gets 503 if the server writes this row
    // and the seat in one transaction.
    expect([201, 503]).toContain((await answers[0])?.status);
    await release();
    expect([200, 201]).toContain((await asking.enrol(r, one)).status);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 6, counted: 6 });
  });
});
