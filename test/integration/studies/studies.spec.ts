/** @lane quick */
import type { OwnStudy, Study } from '../../../contracts/studies/studies';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeConsent, makeRecruitingStudy, makeSession, makeStudy, newStudy } from './fixtures';
import { bodyOf } from '../../support/app/body-of';

let app: RunningApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source);
});
afterAll(() => app.close());

const change = (study: string, body: object) =>
  app.http().put(`/api/studies/${study}/`).set(owner.headers).send(body);
const eventsOf = (study: string): Promise<{ name: string; request_id: string }[]> =>
  app.source.query(
    `SELECT name, request_id FROM platform.outbox WHERE data->>'study_id' = $1 ORDER BY id`,
    [study],
  );

test('a new study is a draft with all given fields', async () => {
  const details = {
    ...newStudy,
    reward: { amount: 450, currency: 'EUR' },
    payment_terms: { how: 'cash at the visit', within_days: 0 },
    additional_notes: 'Bring headphones.',
    requirements: [
      'desktop',
      'tablet',
      'phone',
      'microphone',
      'camera',
      'speech_recognition',
      'no_safari',
    ],
    allow_repeats: true,
    maximum_minutes: 45,
    eligibility: [{ filter: 'age', range: { lower: 18, upper: 30 } }],
    runtime: { kind: 'onsite', place: 'Room 1' },
  };
  const answer = await app
    .http()
    .post('/api/studies/')
    .set(owner.headers)
    .send(details)
    .expect(201);
  expect(answer.body).toMatchObject({
    ...details,
    state: 'draft',
    own: true,
    recruiting: false,
    spots_available: 0,
    consent: null,
    researcher: { _id: owner._id },
    enrolment: { button: expect.any(String) as string },
  });
  const { _id } = answer.body as Study;
  expect(await eventsOf(_id)).toEqual([
    { name: 'studies.study-changed', request_id: answer.headers['x-request-id'] },
  ]);
});

test('omitted fields have defaults, and the maximum time follows the estimate', async () => {
  const study = await makeStudy(app, owner, { duration_minutes: 30, runtime: undefined });
  const first = (await change(study, { title: 'New' }).expect(200)).body as Study;
  expect(first).toMatchObject({
    title: 'New',
    maximum_minutes: 90,
    reward: null,
    payment_terms: null,
    requirements: [],
    eligibility: [],
    runtime: null,
    allow_repeats: false,
    additional_notes: null,
  });
  expect((await change(study, { duration_minutes: 60 }).expect(200)).body).toMatchObject({
    maximum_minutes: 180,
  });
});

test('a change affects the named fields only; null removes a reward', async () => {
  const study = await makeStudy(app, owner, {
    reward: { amount: 100, currency: 'EUR' },
    additional_notes: 'Note',
  });
  expect(
    (await change(study, { privacy_level: 'roster_on_start' }).expect(200)).body,
  ).toMatchObject({
    privacy_level: 'roster_on_start',
    reward: { amount: 100 },
    additional_notes: 'Note',
    title: newStudy.title,
  });
  expect(
    (await change(study, { reward: null, additional_notes: '' }).expect(200)).body,
  ).toMatchObject({ reward: null, additional_notes: null });
  expect((await eventsOf(study)).map((e) => e.name)).toEqual(
    Array(3).fill('studies.study-changed'),
  );
});

test('contradicting fields are refused with their path', async () => {
  const study = await makeStudy(app, owner);
  for (const [body, path] of [
    [{ maximum_minutes: 10 }, 'maximum_minutes'],
    [
      { eligibility: [{ filter: 'age', range: { lower: 30, upper: 18 } }] },
      'eligibility.0.range.upper',
    ],
  ] as const) {
    expect((await change(study, body).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      fields: [{ path, code: 'too_small' }],
    });
  }
});

test('a study with a launched session that is not closed cannot be archived', async () => {
  for (const state of ['scheduled', 'active', 'paused'] as const) {
    const { study } = await makeRecruitingStudy(app, owner, {}, { state });
    expect(
      (await app.http().delete(`/api/studies/${study}/`).set(owner.headers).expect(409)).body,
    ).toMatchObject({ code: 'study_recruiting' });
  }
});

test('an archived study cannot be changed; archiving it a second time succeeds', async () => {
  const study = await makeStudy(app, owner);
  await makeSession(app, study, null, { state: 'scheduled', launched_at: null });
  for (let i = 0; i < 2; i++)
    await app.http().delete(`/api/studies/${study}/`).set(owner.headers).expect(204);
  expect((await change(study, { title: 'Too late' }).expect(409)).body).toMatchObject({
    code: 'study_archived',
  });
  await app
    .http()
    .put(`/api/studies/${study}/consent/`)
    .set(owner.headers)
    .send({ title: 'x', body_markdown: 'x' })
    .expect(409);
});

test('the list of a researcher’s studies shows only these, the newest first, with counts, page by page', async () => {
  const researcher = await makeResearcher(app.source);
  const studies: string[] = [];
  for (let i = 0; i < 5; i++)
    studies.unshift(await makeStudy(app, researcher, { title: `Study ${i}` }));
  await makeStudy(app, owner);
  const [newest = ''] = studies;
  const consent = await makeConsent(app, researcher, newest);
  await makeSession(app, newest, consent, { enrolled: 3 });
  await makeSession(app, newest, consent, { state: 'closed', enrolled: 4, closed_at: new Date() });
  const found: OwnStudy[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const body = await bodyOf(
      app
        .http()
        .get('/api/studies/')
        .query({ scope: 'mine', limit: 2, ...(cursor && { cursor }) })
        .set(researcher.headers)
        .expect(200),
    );
    const page = body as { items: OwnStudy[]; next_cursor: string | null };
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  expect(found.map((s) => s._id)).toEqual(studies);
  expect(found[0]).toMatchObject({
    state: 'ready',
    recruiting: true,
    has_consent: true,
    sessions: 2,
    participants: 7,
  });
  expect(found[1]).toMatchObject({
    state: 'draft',
    recruiting: false,
    has_consent: false,
    sessions: 0,
    participants: 0,
  });
  const searched = await app
    .http()
    .get('/api/studies/')
    .query({ scope: 'mine', text: 'STUDY 3' })
    .set(researcher.headers)
    .expect(200);
  expect((searched.body as { items: OwnStudy[] }).items.map((s) => s.title)).toEqual(['Study 3']);
});
