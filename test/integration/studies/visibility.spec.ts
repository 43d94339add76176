import type { Study } from '../../../contracts/studies/studies';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import {
  makeConsent,
  makeRecruitingStudy,
  makeSession,
  makeStudy,
  insertParticipation,
} from './fixtures';

let app: RunningApp;
let owner: TestPerson;
let other: TestPerson;
let participant: TestPerson;
let subject: TestPerson;

beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source, {
    first_name: 'Grace',
    last_name: 'Hopper',
    organization: 'Navy',
  });
  other = await makeResearcher(app.source);
  [participant, subject] = [await makePerson(app.source), await makePerson(app.source)];
});
afterAll(() => app.close());

const read = (study: string, person?: TestPerson) =>
  app
    .http()
    .get(`/api/studies/${study}/`)
    .set(person?.headers ?? {});
const seen = async (study: string, person?: TestPerson) =>
  (await read(study, person).expect(200)).body as Study;
const everybodyElse = () => [undefined, participant, other];

describe('When people want to see a study,', () => {
  test('a draft is visible to its owner only', async () => {
    const study = await makeStudy(app, owner);
    expect(await seen(study, owner)).toMatchObject({
      own: true,
      state: 'draft',
      recruiting: false,
      description: expect.any(String) as string,
    });
    for (const person of everybodyElse())
      expect((await read(study, person).expect(404)).body).toMatchObject({ code: 'not_found' });
  });

  test('a launched study that does not recruit yet hides its description, not its title and researcher', async () => {
    const study = await makeStudy(app, owner, { additional_notes: 'Bring headphones.' });
    const consent = await makeConsent(app, owner, study);
    await makeSession(app, study, consent, {
      state: 'scheduled',
      opens_at: new Date(Date.now() + 3_600_000),
    });
    await app.source.query(`UPDATE research.study SET state = 'ready' WHERE id = $1`, [study]);
    for (const person of everybodyElse()) {
      const view = await seen(study, person);
      expect(view).toMatchObject({
        title: 'Remembering faces',
        description: null,
        additional_notes: null,
        consent: null,
        recruiting: false,
        researcher: { first_name: 'Grace', last_name: 'Hopper', organization: 'Navy' },
      });
    }
    expect((await seen(study, owner)).description).not.toBeNull();
  });

  test('a session that was closed before it opened leaves the description hidden', async () => {
    const study = await makeStudy(app, owner);
    const [closed_at, opens_at] = [new Date(), new Date(Date.now() + 3_600_000)];
    await makeSession(app, study, await makeConsent(app, owner, study), {
      state: 'closed',
      opens_at,
      closed_at,
    });
    expect((await seen(study)).description).toBeNull();
  });

  test.each(['active', 'paused', 'closed'] as const)(
    'a study that has recruited (%s) shows its description to all people',
    async (state) => {
      const { study } = await makeRecruitingStudy(
        app,
        owner,
        {},
        { state, closed_at: state === 'closed' ? new Date() : null },
      );
      for (const person of everybodyElse())
        expect(await seen(study, person)).toMatchObject({
          description: expect.any(String) as string,
          recruiting: state === 'active',
          own: false,
        });
    },
  );

  test('a study by private link is visible to its owner and to people with the key', async () => {
    const link_key = 'k'.repeat(22);
    const { study } = await makeRecruitingStudy(app, owner, {}, { audience: 'link', link_key });
    for (const person of everybodyElse()) {
      await read(study, person).expect(404);
      const page = await read(study, person).query({ link: link_key }).expect(200);
      expect(page.body).toMatchObject({ recruiting: true, spots_available: 10 });
    }
    expect(await seen(study, owner)).toMatchObject({ recruiting: true, spots_available: 10 });
  });

  test('an archived study is visible to its owner and to its participants', async () => {
    const { study, session } = await makeRecruitingStudy(
      app,
      owner,
      {},
      { state: 'closed', closed_at: new Date() },
    );
    await insertParticipation(app, study, session, subject);
    await app.http().delete(`/api/studies/${study}/`).set(owner.headers).expect(204);
    expect(await seen(study, owner)).toMatchObject({ state: 'archived' });
    expect(await seen(study, subject)).toMatchObject({
      state: 'archived',
      description: expect.any(String) as string,
    });
    for (const person of everybodyElse()) await read(study, person).expect(404);
  });

  test('the address and the eligibility rule are visible to the owner only', async () => {
    const details = {
      runtime: { kind: 'external', url: 'https://lab.example/task' },
      eligibility: [{ filter: 'age', range: { lower: 18 } }],
    };
    const { study } = await makeRecruitingStudy(app, owner, details);
    expect(await seen(study, owner)).toMatchObject(details);
    for (const person of everybodyElse())
      expect(await seen(study, person)).toMatchObject({ runtime: null, eligibility: [] });
  });

  test('a participant sees reward and privacy level of the launched session, the owner those of the study', async () => {
    const { study } = await makeRecruitingStudy(
      app,
      owner,
      { reward: { amount: 100, currency: 'EUR' } },
      { reward: 250, privacy_level: 'roster_on_start' },
    );
    expect(await seen(study, participant)).toMatchObject({
      reward: { amount: 250, currency: 'EUR' },
      privacy_level: 'roster_on_start',
    });
    expect(await seen(study, owner)).toMatchObject({
      reward: { amount: 100, currency: 'EUR' },
      privacy_level: 'anonymous',
    });
  });

  test('an unknown study and an invalid id are not found', async () => {
    await read('01890a5d-ac96-774b-bcce-b302099a8057').expect(404);
    expect((await read('1%20OR%201=1').expect(404)).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  test('an invalid token is refused rather than ignored', async () => {
    const { study } = await makeRecruitingStudy(app, owner);
    await app
      .http()
      .get(`/api/studies/${study}/`)
      .set('authorization', 'Bearer nobody')
      .expect(401);
  });
});

describe('When people want to change a study,', () => {
  const attempts = (study: string, person?: TestPerson) => [
    app
      .http()
      .put(`/api/studies/${study}/`)
      .set(person?.headers ?? {})
      .send({ title: 'Mine now' }),
    app
      .http()
      .delete(`/api/studies/${study}/`)
      .set(person?.headers ?? {}),
    app
      .http()
      .put(`/api/studies/${study}/consent/`)
      .set(person?.headers ?? {})
      .send({ title: 'Mine', body_markdown: 'Mine' }),
  ];

  test('those without a role in it get 404 for a draft and 403 for a study that they can see', async () => {
    const draft = await makeStudy(app, owner);
    const { study } = await makeRecruitingStudy(app, owner);
    for (const person of [participant, other]) {
      for (const attempt of attempts(draft, person)) await attempt.expect(404);
      for (const attempt of attempts(study, person))
        expect((await attempt.expect(403)).body).toMatchObject({ code: 'forbidden' });
    }
    for (const attempt of attempts(study)) await attempt.expect(401);
    expect(await seen(study, owner)).toMatchObject({
      title: 'Remembering faces',
      consent: { version: 1 },
    });
  });

  test('a participant cannot create a study and has no list of created studies', async () => {
    await app
      .http()
      .post('/api/studies/')
      .set(participant.headers)
      .send({ title: 'x', description: 'x', duration_minutes: 1, privacy_level: 'anonymous' })
      .expect(403);
    await app.http().get('/api/studies/?scope=mine').set(participant.headers).expect(403);
    await app.http().get('/api/studies/?scope=mine').expect(401);
  });
});
