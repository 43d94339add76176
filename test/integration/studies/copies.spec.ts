import type { ConsentVersion } from '../../../contracts/studies/consents';
import type { Study } from '../../../contracts/studies/studies';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';
import { makeConsent, makeRecruitingStudy, makeStudy, insertParticipation } from './fixtures';

let app: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source);
});
afterAll(() => app.close());

const copy = (study: string, key?: string, who = owner, language = 'en') =>
  app
    .http()
    .post(`/api/studies/${study}/copies/`)
    .set(who.headers)
    .set('Accept-Language', language)
    .set(key === undefined ? {} : { 'Idempotency-Key': key });
const ownedBy = async (who: TestPerson): Promise<number> => {
  const [row]: [{ n: number }] = await app.source.query(
    `SELECT count(*)::int AS n FROM research.study WHERE owner_id = $1`,
    [who._id],
  );
  return row.n;
};

test('a copy has the texts, durations, rule, privacy level, address and consent form, and is a draft', async () => {
  const details = {
    title: 'Faces',
    description: 'You see faces.',
    duration_minutes: 12,
    maximum_minutes: 45,
    privacy_level: 'roster_on_start',
    reward: { amount: 450, currency: 'EUR' },
    payment_terms: {
      how: 'bank transfer',
      within_days: 14,
      pay: { withdrawn: { kind: 'by_time' }, screened_out: { kind: 'part', percent: 25 } },
    },
    additional_notes: 'Bring headphones.',
    requirements: ['no_safari'],
    eligibility: [{ filter: 'age', range: { lower: 18, upper: 30 } }],
    runtime: { kind: 'external', url: 'https://lab.example/study?p={participant}' },
    allow_repeats: true,
  };
  const study = await makeStudy(app, owner, details);
  await makeConsent(app, owner, study, 'The first text.');
  await makeConsent(app, owner, study, 'The text in force.');
  const source = (await app.http().get(`/api/studies/${study}/`).set(owner.headers)).body as Study;
  const made = (await copy(study).expect(201)).body as Study;
  const { title, description, duration_minutes, maximum_minutes, privacy_level } = source;
  const { reward, additional_notes, requirements, eligibility, runtime, allow_repeats } = source;
  expect(made).toMatchObject({
    title: `Copy of ${title}`,
    description,
    duration_minutes,
    maximum_minutes,
    privacy_level,
    reward,
    payment_terms: details.payment_terms,
    additional_notes,
    requirements,
    eligibility,
    runtime,
    allow_repeats,
    state: 'draft',
    own: true,
    consent: null,
  });
});

describe('The consent form of a copy', () => {
  const get = (path: string, who = owner) => app.http().get(path).set(who.headers);
  const copied = async () => {
    const study = await makeStudy(app, owner);
    await makeConsent(app, owner, study, 'The first text.');
    const inForce = await makeConsent(app, owner, study, 'The text in force.');
    const made = ((await copy(study).expect(201)).body as Study)._id;
    const { items } = (await get(`/api/studies/${made}/consents/`).expect(200)).body as {
      items: ConsentVersion[];
    };
    return { made, inForce, items, draft: items[0]?._id ?? '' };
  };

  it('is a draft, which the study’s people can read, and which no launch accepts', async () => {
    const { made, inForce, items, draft } = await copied();
    expect(items).toMatchObject([{ version: 1, state: 'draft', kind: 'markdown' }]);
    expect((await get(`/api/studies/${made}/consent/${draft}/`).expect(200)).body).toMatchObject({
      body_markdown: 'The text in force.',
      sha256: inForce.sha256,
    });
    expect(draft).not.toBe(inForce._id);
    await get(`/api/studies/${made}/consent/`).expect(404);
    const session = await app
      .http()
      .post(`/api/studies/${made}/sessions/`)
      .set(owner.headers)
      .send({ capacity: 3 })
      .expect(201);
    const launch = await app
      .http()
      .put(`/api/sessions/${(session.body as Study)._id}/`)
      .set(owner.headers)
      .send({ state: 'active' })
      .expect(409);
    expect(launch.body).toMatchObject({ code: 'consent_missing' });
    // A form that was never valid cannot be withdrawn.
    await app
      .http()
      .put(`/api/studies/${made}/consent/${draft}/`)
      .set(owner.headers)
      .send({ state: 'invalid', reason: 'It was wrong.' })
      .expect(404);
  });

  it('can be published unchanged, by one of two concurrent requests, or with another text', async () => {
    const { made, draft, inForce } = await copied();
    const publish = () =>
      app.http().put(`/api/studies/${made}/consent/${draft}/published/`).set(owner.headers);
    const answers = await Promise.all([publish(), publish()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { consent } = (await get(`/api/studies/${made}/`)).body as Study;
    expect(consent).toMatchObject({ _id: draft, version: 1, sha256: inForce.sha256 });

    const other = await copied();
    const changed = await makeConsent(app, owner, other.made, 'Written for the copy.');
    expect(changed).toMatchObject({ _id: other.draft, version: 1 });
    expect(changed.sha256).not.toBe(inForce.sha256);
    const late = await app
      .http()
      .put(`/api/studies/${other.made}/consent/${other.draft}/published/`)
      .set(owner.headers)
      .expect(409);
    expect(late.body).toMatchObject({ code: 'other_consent_in_force' });
    expect(await makeConsent(app, owner, other.made, 'The next.')).toMatchObject({ version: 2 });
  });
});

test('a copy has no sessions and participants of the original, and is not bound to its anonymity', async () => {
  const { study, session } = await makeRecruitingStudy(app, owner);
  await insertParticipation(app, study, session, await makePerson(app.source));
  await app.source.query(`UPDATE research.study SET ever_anonymous = true WHERE id = $1`, [study]);
  const made = (await copy(study).expect(201)).body as Study;
  const [row]: unknown[] = await app.source.query(
    `SELECT t.state, t.ever_anonymous, t.ever_on_completion,
       (SELECT count(*)::int FROM research.session WHERE study_id = t.id) AS sessions,
       (SELECT count(*)::int FROM research.participation WHERE study_id = t.id) AS people
     FROM research.study t WHERE t.id = $1`,
    [made._id],
  );
  expect(row).toEqual({
    state: 'draft',
    ever_anonymous: false,
    ever_on_completion: false,
    sessions: 0,
    people: 0,
  });
});

test('ten concurrent requests and retries with one key create one copy', async () => {
  const who = await makeResearcher(app.source);
  const study = await makeStudy(app, who);
  await makeConsent(app, who, study);
  const key = unique();
  const answers = await Promise.all(Array.from({ length: 10 }, () => copy(study, key, who)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => (body as Study)._id)).size).toBe(1);
  expect(await ownedBy(who)).toBe(2);
  const [first] = answers;
  const made = (first?.body as Study | undefined)?._id;
  // The text of the copy changes. A retry with the same key then does not restore the first text.
  await app.http().put(`/api/studies/${made}/`).set(who.headers).send({ title: 'Mine now' });
  expect((await copy(study, key, who).expect(200)).body).toMatchObject({ title: 'Mine now' });
});

test('a different key, no key, a different study and a different person each create a separate copy', async () => {
  const who = await makeResearcher(app.source);
  const [study, other] = [await makeStudy(app, who), await makeStudy(app, who)];
  const key = unique();
  for (const made of [
    copy(study, key, who),
    copy(study, unique(), who),
    copy(study, undefined, who),
    copy(study, undefined, who),
    copy(other, key, who),
  ])
    await made.expect(201);
  expect(await ownedBy(who)).toBe(7);
  await copy(study, 'two words', who).expect(400);
  await copy(study, 'x'.repeat(256), who).expect(400);
});

test('the title of a copy is in the language of the request, and never too long', async () => {
  const study = await makeStudy(app, owner, { title: 'Gesichter' });
  expect((await copy(study, undefined, owner, 'de').expect(201)).body).toMatchObject({
    title: 'Kopie von Gesichter',
  });
  const long = await makeStudy(app, owner, { title: `${'x'.repeat(191)}😀${'y'.repeat(7)}` });
  const { title } = (await copy(long).expect(201)).body as Study;
  expect(title).toBe(`Copy of ${'x'.repeat(191)}`);
});

test('a withdrawn consent form is not copied', async () => {
  const study = await makeStudy(app, owner);
  const { _id } = await makeConsent(app, owner, study);
  await app
    .http()
    .put(`/api/studies/${study}/consent/${_id}/`)
    .set(owner.headers)
    .send({ state: 'invalid', reason: 'It was wrong.' })
    .expect(200);
  expect((await copy(study).expect(201)).body).toMatchObject({ consent: null });
});

test('other researchers cannot copy a draft or a recruiting study, and participants cannot copy any', async () => {
  const stranger = await makeResearcher(app.source);
  const draft = await makeStudy(app, owner);
  const { study } = await makeRecruitingStudy(app, owner);
  await copy(draft, undefined, stranger).expect(404);
  await copy(study, undefined, stranger).expect(403);
  await copy(study, undefined, await makePerson(app.source)).expect(403);
  expect(await ownedBy(stranger)).toBe(0);
});
