import { randomUUID } from 'node:crypto';
import { startApp, TestClock, type RunningApp } from '../../support/app';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people';
import { recruit, type Recruiting } from '../../support/recruiting';
import { bodyOf } from '../../support/body-of';
import { countingOf } from './counting';
import { startingTakes } from '../../support/starting-takes';

describe('how many participants there are', () => {
  let running: RunningApp;
  let researcher: TestPerson;
  let first: Recruiting;
  let second: Recruiting;
  let ask: ReturnType<typeof countingOf>['ask'];
  let tell: ReturnType<typeof countingOf>['tell'];
  let make: ReturnType<typeof countingOf>['make'];
  let complete: ReturnType<typeof countingOf>['complete'];
  let born: ReturnType<typeof countingOf>['born'];
  beforeAll(async () => {
    // Every participant counts, so they are all this file's own.
    running = await startApp({ clock: new TestClock() });
    researcher = await makeResearcher(running.source);
    ({ ask, tell, make, complete, born } = countingOf(running, researcher));
    first = await recruit(running, { researcher, capacity: 50 });
    second = await recruit(running, { researcher, capacity: 50 });
  });
  afterAll(() => running.close());
  afterEach(() =>
    running.source.query('DELETE FROM identity.account WHERE NOT is_researcher AND role IS NULL'),
  );

  it('is told in tens, and of fewer than ten only that', async () => {
    expect(await tell()).toEqual({ count: null, suppressed: true });
    await make(9);
    expect(await tell()).toEqual({ count: null, suppressed: true });
    await make(1);
    expect(await tell()).toEqual({ count: 10, suppressed: false });
    await make(14);
    expect(await tell()).toEqual({ count: 20, suppressed: false });
    await make(1);
    expect(await tell()).toEqual({ count: 30, suppressed: false });
  });

  it('is not changed by one person more or less who is not at an edge', async () => {
    const people = await make(12);
    const before = await tell();
    await running.source.query('DELETE FROM identity.account WHERE id = $1', [people[0]?._id]);
    expect(await tell()).toEqual(before);
  });

  it('counts verified accounts that are neither disabled, nor about to be deleted, nor researchers', async () => {
    await make(10);
    await make(30, null, null, { status: 'NEW' });
    const [gone, off] = [await make(30), await make(30)];
    await running.source.query(
      `UPDATE identity.account SET deletion_at = now() + interval '1 day' WHERE id = ANY($1)`,
      [gone.map((p) => p._id)],
    );
    await running.source.query(
      'UPDATE identity.account SET disabled_at = now() WHERE id = ANY($1)',
      [off.map((p) => p._id)],
    );
    const researchers = await makePeople(running.source, 30, { is_researcher: true });
    expect((await tell()).count).toBe(10);
    await running.source.query('DELETE FROM identity.account WHERE id = ANY($1)', [
      researchers.map((p) => p._id),
    ]);
  });

  it('by age counts whole years to the day, and nobody whose birthday is unknown', async () => {
    await make(10, born(18));
    await make(20, born(18, 1));
    await make(30, born(31, 1));
    await make(40, born(31));
    await make(60);
    expect((await tell('?age_min=18')).count).toBe(80);
    expect((await tell('?age_max=30')).count).toBe(60);
    expect((await tell('?age_min=18&age_max=30')).count).toBe(40);
    expect((await tell('?age_min=17&age_max=17')).count).toBe(20);
    expect((await tell('?age_min=31&age_max=18')).suppressed).toBe(true);
    expect((await tell('?age_min=&age_max=')).count).toBe(160);
  });

  it('by education takes any of the repeated values', async () => {
    await make(10, null, 'bachelor');
    await make(20, null, 'master');
    await make(40, null, 'doctorate');
    await make(80, null, null);
    expect((await tell('?education_level=master')).count).toBe(20);
    expect((await tell('?education_level=master&education_level=bachelor')).count).toBe(30);
    expect((await tell('?education_level=master&age_min=18')).suppressed).toBe(true);
  });

  it('by what was completed counts those who did, or those who did not', async () => {
    const people = await make(32);
    await Promise.all(people.slice(0, 12).map((p) => complete(first, p)));
    await Promise.all(people.slice(12, 14).map((p) => complete(first, p, ['start'])));
    await Promise.all(people.slice(10, 20).map((p) => complete(second, p)));
    const of = (name: string, ...studies: Recruiting[]) =>
      studies.map((s) => `${name}=${s.study_id}`).join('&');
    expect((await tell(`?${of('completed_any_of', first)}`)).count).toBe(10);
    expect((await tell(`?${of('completed_any_of', first, second)}`)).count).toBe(20);
    expect((await tell(`?${of('completed_none_of', first)}`)).count).toBe(20);
    expect((await tell(`?${of('completed_none_of', first, second)}`)).count).toBe(10);
    expect(
      (await tell(`?${of('completed_any_of', first)}&${of('completed_none_of', second)}`)).count,
    ).toBe(10);
    expect((await tell(`?completed_any_of=${randomUUID()}`)).suppressed).toBe(true);
    expect((await tell(`?completed_none_of=${randomUUID()}`)).count).toBe(30);
  });

  it('is for researchers, with filters that mean something', async () => {
    await ask('', await makePerson(running.source)).expect(403);
    await ask('', await makeAdministrator(running.source)).expect(403);
    await running.http().get('/api/participants/').expect(401);
    const bad = async (query: string) =>
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(ask(query).expect(400))
      ).fields.map((f: { path: string; code: string }) => `${f.path} ${f.code}`);
    expect(await bad('?age_min=young')).toEqual(['age_min wrong_type']);
    expect(await bad('?age_min=-1')).toEqual(['age_min too_small']);
    expect(await bad('?age_max=131')).toEqual(['age_max too_big']);
    expect(await bad('?age_max=30.5')).toEqual(['age_max wrong_type']);
    expect(await bad('?education_level=wizard')).toEqual(['education_level.0 not_one_of']);
    expect(await bad("?completed_any_of=1'%20OR%201=1")).toEqual([
      'completed_any_of.0 invalid_uuid',
    ]);
    expect(
      await bad(
        `?${Array.from({ length: 101 }, () => `completed_none_of=${randomUUID()}`).join('&')}`,
      ),
    ).toEqual(['completed_none_of too_big']);
    await ask('?favourite_colour=blue').expect(200);
  });

  it(
    'is told so many times an hour to one researcher',
    async () => {
      const limited = await startApp({
        engines: running.engines,
        environment: { RATE_LIMITS: 'on' },
      });
      try {
        const again = () => limited.http().get('/api/participants/').set(researcher.headers);
        await again().expect(200);
        await running.source.query(
          'UPDATE platform.rate_limit_counter SET count = 500, blocked_until = window_ends_at',
        );
        expect(Number((await again().expect(429)).headers['retry-after'])).toBeGreaterThan(3_000);
        await limited
          .http()
          .get('/api/participants/')
          .set((await makeResearcher(running.source)).headers)
          .expect(200);
      } finally {
        await limited.close();
      }
    },
    startingTakes,
  );
});
