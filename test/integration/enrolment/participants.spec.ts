import { randomInt, randomUUID } from 'node:crypto';
import { educationLevels } from '../../../contracts/demographics';
import type { EligibilityFilter } from '../../../contracts/studies';
import { reasonsAgainst } from '../../../server/enrolment/eligibility/eligibility.rule';
import { EligibleCountRead } from '../../../server/enrolment/eligibility/eligible-count.read';
import { startApp, type RunningApp } from '../../support/app';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  makeResearcher,
  type PersonOptions,
  type TestPerson,
} from '../../support/people';
import { recruit, type Recruiting } from '../../support/recruiting';
import { bodyOf } from '../../support/body-of';

describe('how many participants there are', () => {
  let running: RunningApp;
  let researcher: TestPerson;
  let first: Recruiting;
  let second: Recruiting;
  beforeAll(async () => {
    running = await startApp();
    researcher = await makeResearcher(running.source);
    first = await recruit(running, { researcher, capacity: 50 });
    second = await recruit(running, { researcher, capacity: 50 });
  });
  afterAll(() => running.close());
  afterEach(() =>
    running.source.query('DELETE FROM identity.account WHERE NOT is_researcher AND role IS NULL'),
  );

  const ask = (query = '', who = researcher) =>
    running.http().get(`/api/participants/${query}`).set(who.headers);
  const tell = async (query = '') =>
    (await ask(query).expect(200)).body as { count: number | null; suppressed: boolean };
  const describeAll = (
    people: readonly TestPerson[],
    date_of_birth: string | null,
    education_level: string | null,
  ) =>
    running.source.query(
      `INSERT INTO identity.demographics (account_id, date_of_birth, education_level) SELECT unnest($1::uuid[]), $2, $3`,
      [people.map((p) => p._id), date_of_birth, education_level],
    );
  const make = async (
    count: number,
    date_of_birth: string | null = null,
    education_level: string | null = null,
    options: PersonOptions = {},
  ) => {
    const people = await makePeople(running.source, count, options);
    await describeAll(people, date_of_birth, education_level);
    return people;
  };
  const complete = async (
    study: Recruiting,
    person: TestPerson,
    until: readonly string[] = ['start', 'complete'],
  ) => {
    const body = await bodyOf<{ _id: string }>(
      running
        .http()
        .post(`/api/sessions/${study.session_id}/participations/`)
        .set(person.headers)
        .send({ consent: study.consent })
        .expect(201),
    );
    for (const action of until)
      await running
        .http()
        .put(`/api/participations/${body._id}/`)
        .set(person.headers)
        .send({ action })
        .expect(200);
  };
  const born = (yearsAgo: number, days = 0) => {
    const day = running.clock.now();
    day.setUTCFullYear(day.getUTCFullYear() - yearsAgo);
    return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  };

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

  it('is what the eligibility rule says of each of them', async () => {
    const days = [
      null,
      '2008-02-29',
      '2007-03-01',
      '2000-12-31',
      '1990-06-15',
      '1956-02-29',
      '2006-11-21',
      '2006-11-20',
      '2006-11-22',
    ];
    const people: {
      person: TestPerson;
      date_of_birth: string | null;
      education_level: string | null;
      completed: string[];
    }[] = [];
    for (let i = 0; i < 40; i++) {
      const [date_of_birth, education_level] = [
        days[randomInt(days.length)] ?? null,
        i % 4 === 0 ? null : (educationLevels[randomInt(educationLevels.length)] ?? null),
      ];
      const [person] = await make(1, date_of_birth, education_level);
      if (!person) throw new Error('nobody');
      const completed = [first, second].filter(() => i < 12 && randomInt(2) === 0);
      for (const study of completed) await complete(study, person);
      people.push({
        person,
        date_of_birth,
        education_level,
        completed: completed.map((s) => s.study_id),
      });
    }
    const some = <T>(all: readonly T[]) => all.filter(() => randomInt(2) === 0);
    const maybe = (...filters: EligibilityFilter[]) => some(filters);
    for (let i = 0; i < 60; i++) {
      const range = {
        ...(randomInt(2) && { lower: randomInt(40) }),
        ...(randomInt(2) && { upper: randomInt(80) }),
      };
      const filters = maybe(
        { filter: 'age', range },
        {
          filter: 'education_level',
          any_of: [educationLevels[randomInt(8)] ?? 'none', ...some(educationLevels)],
        },
        { filter: 'completed_any_of', studies: [first.study_id, ...some([second.study_id])] },
        { filter: 'completed_none_of', studies: [second.study_id] },
      );
      const expected = people.filter(
        (p) => reasonsAgainst(filters, p, running.clock.now()).length === 0,
      ).length;
      expect({
        filters,
        count: await running.app.get(EligibleCountRead, { strict: false }).count(filters),
      }).toEqual({ filters, count: expected });
    }
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

  it('is told so many times an hour to one researcher', async () => {
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
  });
});
