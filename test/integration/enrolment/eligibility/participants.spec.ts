import { randomUUID } from 'node:crypto';
import { earlierStudyFilters } from '../../../../contracts/studies/eligibility';
import type { PrivacyLevel } from '../../../../contracts/studies/studies';
import { EligibleCountRead } from '../../../../server/enrolment/eligibility/eligible-count.read';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { bodyOf } from '../../../support/app/body-of';
import { eligibleCountRequestsOf } from './counting';
import { startTimeoutMs } from '../../../support/app/starting-takes';

describe('The count of participants who fit an eligibility rule', () => {
  let running: RunningApp;
  let researcher: TestPerson;
  let first: RecruitingStudy;
  let second: RecruitingStudy;
  let ask: ReturnType<typeof eligibleCountRequestsOf>['ask'];
  let tell: ReturnType<typeof eligibleCountRequestsOf>['tell'];
  let make: ReturnType<typeof eligibleCountRequestsOf>['make'];
  let complete: ReturnType<typeof eligibleCountRequestsOf>['complete'];
  let born: ReturnType<typeof eligibleCountRequestsOf>['born'];
  beforeAll(async () => {
    // This file has its own application, since every participant of the database counts.
    running = await startApp({ clock: new TestClock() });
    researcher = await makeResearcher(running.source);
    ({ ask, tell, make, complete, born } = eligibleCountRequestsOf(running, researcher));
    first = await recruit(running, { researcher, capacity: 50 });
    second = await recruit(running, { researcher, capacity: 50 });
  });
  afterAll(() => running.close());
  afterEach(() =>
    running.source.query('DELETE FROM identity.account WHERE NOT is_researcher AND role IS NULL'),
  );

  /**
   * Expects an answer that is right if `count` people fit: a multiple of twenty that is at most
   * `count`, and more than `count` - 58 (because of rounding and noise).
   */
  const expectOf = async (count: number, query = '') => {
    const answer = await tell(query);
    expect(answer.suppressed).toBe(answer.count === null);
    const told = answer.count ?? 0;
    expect(told % 20).toBe(0);
    expect(told).toBeLessThanOrEqual(count);
    expect(told).toBeGreaterThan(count - 58);
  };

  it('is given in steps of twenty, never above the true number, and suppressed below twenty', async () => {
    expect(await tell()).toEqual({ count: null, suppressed: true });
    await make(19);
    expect(await tell()).toEqual({ count: null, suppressed: true });
    await make(61);
    await expectOf(80);
    await make(61);
    await expectOf(141);
  });

  it('is the same for every repetition and every order of the filters', async () => {
    await make(90, born(25), 'master');
    await make(60, born(35), 'bachelor');
    const same = [
      'age_min=20&age_max=39&education_level=master&education_level=bachelor',
      'education_level=bachelor&education_level=master&age_max=39&age_min=20',
      'education_level=bachelor&education_level=master&education_level=master&age_max=39&age_min=20',
    ];
    const answers = [];
    for (const query of [...same, ...same]) answers.push(await tell(`?${query}`));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await tell('?age_min=0')).toEqual(await tell('?age_max=130'));
  });

  it('does not change at a predictable number when the researcher adds accounts one by one', async () => {
    await make(20, born(25), 'master');
    const turns: number[] = [];
    for (let own = 0, before: number | null = null; own < 40; own++) {
      const { count } = await tell('?age_min=20&age_max=29&education_level=master');
      if (count !== before) turns.push(20 + own);
      before = count;
      expect(count ?? 0).toBeLessThanOrEqual(20 + own);
      await make(1, born(25), 'master');
    }
    // With rounding alone, the count would change when exactly 20 and 40 people fit. Because of the
    // noise, the count changes at other numbers of people.
    expect(turns).not.toEqual([20, 40]);
  });

  it('is refused if it would reveal which of a few known people completed a study', async () => {
    for (const query of [
      `completed_any_of=${first.study_id}&age_min=20&age_max=29`,
      `completed_any_of=${first.study_id}&education_level=master`,
      `completed_none_of=${first.study_id}&age_min=18`,
      `participated_any_of=${first.study_id}&age_min=18`,
      `participated_none_of=${first.study_id}&education_level=master`,
      'age_min=30&age_max=33&education_level=doctorate',
    ])
      expect(await bodyOf(ask(`?${query}`).expect(400))).toMatchObject({
        code: 'filters_too_narrow',
      });
    await ask('?age_min=30&age_max=34&education_level=doctorate').expect(200);
    await ask('?age_min=30&age_max=30').expect(200);
  });

  it('is refused for a combination of studies if one of them does not show all names', async () => {
    const launched = (privacy_level: PrivacyLevel) =>
      recruit(running, { researcher, privacy_level, capacity: 50 });
    const [completion, start, begun] = await Promise.all([
      launched('roster_on_completion'),
      launched('roster_on_start'),
      launched('roster_on_start'),
    ]);
    const past = (filter: string, ...studies: RecruitingStudy[]) =>
      studies.map(({ study_id }) => `${filter}=${study_id}`).join('&');
    for (const one of [first, completion])
      for (const query of [
        past('completed_any_of', one, start),
        past('participated_none_of', start, one),
        `${past('completed_any_of', one)}&${past('completed_none_of', start)}`,
        `${past('participated_any_of', start)}&${past('participated_none_of', one)}`,
      ])
        expect(await bodyOf(ask(`?${query}`).expect(400))).toMatchObject({
          code: 'filters_too_narrow',
        });
    await ask(`?${past('completed_any_of', first)}&${past('participated_any_of', first)}`).expect(
      200,
    );
    await ask(`?${past('completed_none_of', start, begun)}`).expect(200);
  });

  it('is given only for rules about the researcher’s own studies', async () => {
    const other = await recruit(running, { capacity: 5 });
    for (const study of [other.study_id, randomUUID()])
      for (const filter of earlierStudyFilters)
        expect(
          await bodyOf(ask(`?${filter}=${first.study_id}&${filter}=${study}`).expect(404)),
        ).toMatchObject({ code: 'not_found' });
    await ask(`?completed_any_of=${first.study_id.toUpperCase()}`).expect(200);
  });

  it('counts verified accounts only, without disabled ones, ones about to be deleted, and researchers', async () => {
    await make(10);
    await make(90, null, null, { status: 'NEW' });
    const [gone, off] = [await make(90), await make(90)];
    await running.source.query(
      `UPDATE identity.account SET deletion_at = now() + interval '1 day' WHERE id = ANY($1)`,
      [gone.map((p) => p._id)],
    );
    await running.source.query(
      'UPDATE identity.account SET disabled_at = now() WHERE id = ANY($1)',
      [off.map((p) => p._id)],
    );
    const researchers = await makePeople(running.source, 90, { is_researcher: true });
    await expectOf(10);
    await running.source.query('DELETE FROM identity.account WHERE id = ANY($1)', [
      researchers.map((p) => p._id),
    ]);
  });

  it('filters by age in whole years to the day, and excludes people without a birthday', async () => {
    await make(10, born(18));
    await make(20, born(18, 1));
    await make(30, born(31, 1));
    await make(40, born(31));
    await make(60);
    await expectOf(80, '?age_min=18');
    await expectOf(60, '?age_max=30');
    await expectOf(40, '?age_min=18&age_max=30');
    await expectOf(20, '?age_min=17&age_max=17');
    expect((await tell('?age_min=31&age_max=18')).suppressed).toBe(true);
    await expectOf(160, '?age_min=&age_max=');
  });

  it('filters by education with any of the repeated values', async () => {
    await make(60, null, 'bachelor');
    await make(80, null, 'master');
    await make(100, null, 'doctorate');
    await make(80, null, null);
    await expectOf(80, '?education_level=master');
    await expectOf(140, '?education_level=master&education_level=bachelor');
    expect((await tell('?education_level=master&age_min=18')).suppressed).toBe(true);
  });

  it('filters by completed studies, for people who completed one and for people who did not', async () => {
    const people = await make(32);
    await Promise.all(people.slice(0, 12).map((p) => complete(first, p)));
    await Promise.all(people.slice(12, 14).map((p) => complete(first, p, ['start'])));
    await Promise.all(people.slice(10, 20).map((p) => complete(second, p)));
    const count = (any: RecruitingStudy[], none: RecruitingStudy[]) =>
      running.app
        .get(EligibleCountRead, { strict: false })
        .count([
          ...(any.length
            ? [{ filter: 'completed_any_of' as const, studies: any.map((s) => s.study_id) }]
            : []),
          ...(none.length
            ? [{ filter: 'completed_none_of' as const, studies: none.map((s) => s.study_id) }]
            : []),
        ]);
    expect(await count([first], [])).toBe(12);
    expect(await count([first, second], [])).toBe(20);
    expect(await count([], [first])).toBe(20);
    expect(await count([], [first, second])).toBe(12);
    expect(await count([first], [second])).toBe(10);
    expect((await tell(`?completed_any_of=${first.study_id}`)).suppressed).toBe(true);
  });

  it('is available to approved researchers only, and refuses invalid filters', async () => {
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
    expect(await bad('?favourite_colour=blue')).toEqual(['favourite_colour unknown_field']);
    for (const researcher_privilege of [null, false])
      expect(
        await bodyOf(
          ask('', await makeResearcher(running.source, { researcher_privilege })).expect(403),
        ),
      ).toMatchObject({ code: 'researcher_not_approved' });
  });

  it(
    'is limited to 60 requests an hour for each researcher, who can still launch a session with a rule',
    async () => {
      const limited = await startApp({
        engines: running.engines,
        environment: { RATE_LIMITS: 'on' },
      });
      try {
        const again = () => limited.http().get('/api/participants/').set(researcher.headers);
        for (let asked = 0; asked < 60; asked++) await again().expect(200);
        const refused = await again().expect(429);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
        expect(refused.body).toMatchObject({ code: 'too_many_counts' });
        await recruit(limited, {
          researcher,
          eligibility: [{ filter: 'age', range: { lower: 30 } }],
        });
        await limited
          .http()
          .get('/api/participants/')
          .set((await makeResearcher(running.source)).headers)
          .expect(200);
      } finally {
        await limited.close();
      }
    },
    startTimeoutMs,
  );
});
