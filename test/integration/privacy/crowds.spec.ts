import { emptyDemographics } from '../../../contracts/accounts/demographics';
import { profileAnswerFields } from '../../../contracts/accounts/profile-answers';
import { Client } from 'pg';
import type { Session } from '../../../contracts/enrolment/sessions';
import type { Study, StudyCard } from '../../../contracts/studies/studies';
import { startApp, type RunningApp, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { sharedApp } from '../../support/app/shared-app';
import {
  makePeople,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { startTimeoutMs } from '../../support/app/starting-takes';

// These tests have their own application: the server counts every participant of the database.
describe('An anonymous session', () => {
  let run: SeparateApp;
  let researcher: TestPerson;
  beforeAll(async () => {
    run = await startApp();
    researcher = await makeResearcher(run.source);
  });
  afterAll(() => run.close());
  afterEach(() =>
    run.source.query('DELETE FROM identity.account WHERE NOT is_researcher AND role IS NULL'),
  );

  const adults = [{ filter: 'age', range: { lower: 30 } }];
  const people = async (count: number, education_level = 'master') => {
    const made = await makePeople(run.source, count);
    await run.source.query(
      `INSERT INTO identity.demographics (account_id, date_of_birth, education_level)
       SELECT unnest($1::uuid[]), '1980-05-05', $2`,
      [made.map((p) => p._id), education_level],
    );
    return made;
  };
  const session = (id: string) =>
    bodyOf<Session>(run.http().get(`/api/sessions/${id}/`).set(researcher.headers).expect(200));
  const page = (id: string) => bodyOf<Study>(run.http().get(`/api/studies/${id}/`).expect(200));
  const card = async (id: string) =>
    (
      await bodyOf<{ items: StudyCard[] }>(run.http().get('/api/studies/?limit=200').expect(200))
    ).items.find((one) => one._id === id);
  const change = (id: string, body: object) =>
    run.http().put(`/api/sessions/${id}/`).set(researcher.headers).send(body);
  const saysTooFew = async ({ session_id, study_id }: RecruitingStudy) => {
    const said = [await session(session_id), await page(study_id), await card(study_id)].map(
      (one) => one?.too_few_people,
    );
    expect(new Set(said).size).toBe(1);
    return said[0];
  };

  it('with fewer than five seats can be launched, and card, page and researcher’s view say that it is not anonymous', async () => {
    expect(await saysTooFew(await recruit(run, { researcher, capacity: 4 }))).toBe(true);
    expect(await saysTooFew(await recruit(run, { researcher, capacity: 5 }))).toBe(false);
    const named = { researcher, capacity: 1, privacy_level: 'roster_on_start' };
    expect(await saysTooFew(await recruit(run, named))).toBe(false);
  });

  it('whose rule matches fewer than twenty people shows that it is not anonymous, however many seats it has', async () => {
    await people(19);
    const few = await recruit(run, { researcher, capacity: 50, eligibility: adults });
    expect(await saysTooFew(few)).toBe(true);
    await people(61);
    expect(await saysTooFew(few)).toBe(true);
    const many = await recruit(run, { researcher, capacity: 50, eligibility: adults });
    expect(await saysTooFew(many)).toBe(false);
    expect(await saysTooFew(await recruit(run, { researcher, capacity: 50 }))).toBe(false);
  });

  it('is checked when a launch changes it to anonymous, with the rule at that moment', async () => {
    await people(19);
    const { study_id } = await recruit(run, {
      researcher,
      capacity: 50,
      eligibility: adults,
      privacy_level: 'roster_on_start',
    });
    const created = await bodyOf<Session>(
      run
        .http()
        .post(`/api/studies/${study_id}/sessions/`)
        .set(researcher.headers)
        .send({ capacity: 50, privacy_level: 'roster_on_start' })
        .expect(201),
    );
    const launched = await bodyOf<Session>(
      change(created._id, { state: 'active', privacy_level: 'anonymous' }).expect(200),
    );
    expect(launched).toMatchObject({ privacy_level: 'anonymous', too_few_people: true });
  });

  it('cannot be reduced below five seats, and keeps its notice of too few people when seats are added', async () => {
    const anonymous = await recruit(run, { researcher, capacity: 8 });
    expect(await bodyOf(change(anonymous.session_id, { capacity: 4 }).expect(409))).toMatchObject({
      code: 'too_few_seats',
    });
    await change(anonymous.session_id, { capacity: 5 }).expect(200);
    expect(await saysTooFew(anonymous)).toBe(false);
    const small = await recruit(run, { researcher, capacity: 2 });
    await change(small.session_id, { capacity: 100 }).expect(200);
    await change(small.session_id, { capacity: 3 }).expect(200);
    expect(await saysTooFew(small)).toBe(true);
  });

  const started = async ({ session_id, consent }: RecruitingStudy, { headers }: TestPerson) => {
    const { _id } = await bodyOf<{ _id: string }>(
      run.http().post(`/api/sessions/${session_id}/participations/`).set(headers).send({ consent }),
    );
    await run
      .http()
      .put(`/api/participations/${_id}/`)
      .set(headers)
      .send({ action: 'start' })
      .expect(200);
    const [row]: { demographics: unknown }[] = await run.source.query(
      'SELECT demographics FROM research.participation WHERE id = $1',
      [_id],
    );
    return row?.demographics;
  };

  it('stores only the demographics that its rule uses, in bands, and its page names them', async () => {
    const [person] = await people(1, 'doctorate');
    if (!person) throw new Error('nobody');
    const nothing = await recruit(run, { researcher });
    expect((await page(nothing.study_id)).kept_demographics).toEqual([]);
    expect(await started(nothing, person)).toBeNull();
    const aged = await recruit(run, { researcher, eligibility: adults });
    expect((await page(aged.study_id)).kept_demographics).toEqual(['age']);
    expect(await started(aged, person)).toEqual({
      age_band: expect.stringMatching(/^\d[05]-\d[49]$/) as string,
    });
    const schooled = await recruit(run, {
      researcher,
      eligibility: [{ filter: 'education_level', any_of: ['doctorate'] }],
    });
    expect((await page(schooled.study_id)).kept_demographics).toEqual(['education_level']);
    expect(await started(schooled, person)).toEqual({ education_level: 'doctorate' });
    const named = await recruit(run, { researcher, privacy_level: 'roster_on_start' });
    expect(await started(named, person)).toEqual({
      age: expect.any(Number) as number,
      education_level: 'doctorate',
    });
  });

  it('stores what was fixed at its launch, also if the study uses more later', async () => {
    const [person] = await people(1);
    if (!person) throw new Error('nobody');
    const study = await recruit(run, { researcher });
    await run
      .http()
      .put(`/api/studies/${study.study_id}/`)
      .set(researcher.headers)
      .send({ eligibility: adults })
      .expect(200);
    expect((await page(study.study_id)).kept_demographics).toEqual([]);
    expect(await started(study, person)).toBeNull();
  });

  it(
    'with a rule whose matches cannot be counted can be launched ten times a day by a researcher',
    async () => {
      const limited = await startApp({
        engines: run.engines,
        environment: { RATE_LIMITS: 'on' },
      });
      try {
        const [first, second] = [
          await recruit(limited, { researcher }),
          await recruit(limited, { researcher, privacy_level: 'roster_on_start' }),
        ];
        const past = (...studies: RecruitingStudy[]) => ({
          filter: 'completed_any_of',
          studies: studies.map(({ study_id }) => study_id),
        });
        const launch = (...eligibility: object[]) => recruit(limited, { researcher, eligibility });
        for (let n = 0; n < 5; n++) {
          await launch(past(first), past(second));
          await launch(past(first), ...adults);
        }
        for (const rule of [[past(first, second)], [past(first), ...adults]])
          await expect(launch(...rule)).rejects.toThrow('429');
        await launch(past(first));
        await launch(...adults);
      } finally {
        await limited.close();
      }
    },
    startTimeoutMs,
  );
});

describe('The demographics of people', () => {
  let run: RunningApp;
  let app: Client;
  beforeAll(async () => {
    run = await sharedApp();
    app = new Client({ connectionString: run.engines.databaseUrl });
    await app.connect();
    await app.query('SET ROLE commonlab_app');
  });
  afterAll(async () => {
    await app.end();
    await run.close();
  });

  it("cannot be read by the application's role: not in the table, in views, or in the planner's statistics", async () => {
    const person = await makePerson(run.source);
    const own = () => run.http().put('/api/demographics/').set(person.headers);
    await own().send({ date_of_birth: '1987-03-04' }).expect(200);
    const educated = await own().send({ education_level: 'doctorate' }).expect(200);
    expect(educated.body).toMatchObject({
      date_of_birth: '1987-03-04',
      education_level: 'doctorate',
    });
    const cleared = await own().send({ date_of_birth: null }).expect(200);
    expect(cleared.body).toEqual({ ...emptyDemographics, education_level: 'doctorate' });

    for (const statement of [
      'SELECT date_of_birth FROM identity.demographics',
      ...profileAnswerFields.map((field) => `SELECT ${field} FROM identity.demographics`),
      'SELECT d FROM identity.demographics d',
      'UPDATE identity.demographics SET date_of_birth = date_of_birth RETURNING date_of_birth',
      `SELECT 1 FROM identity.demographics WHERE education_level = 'doctorate'`,
      'SELECT * FROM identity.participant_profile',
    ])
      await expect(app.query(statement)).rejects.toThrow('permission denied');
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query('ANALYZE identity.demographics');
    await owner.end();
    const { rows } = await app.query(
      `SELECT attname FROM pg_stats WHERE schemaname = 'identity' AND tablename = 'demographics'
         AND attname <> ALL ('{account_id,updated_at}')`,
    );
    expect(rows).toEqual([]);
  });
});
