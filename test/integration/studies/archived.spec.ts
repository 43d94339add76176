import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeConsent, makeRecruitingStudy, makeSession, makeStudy } from './fixtures';

let app: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source);
});
afterAll(() => app.close());

const set = (study: string, archived: boolean, who = owner) =>
  app.http().put(`/api/studies/${study}/archived/`).set(who.headers).send({ archived });
const launch = (session: string) =>
  app.http().put(`/api/sessions/${session}/`).set(owner.headers).send({ state: 'active' });

test('an archived study is restored as draft, or as ready once a session of it was launched', async () => {
  const draft = await makeStudy(app, owner);
  const { study: ready } = await makeRecruitingStudy(
    app,
    owner,
    {},
    { state: 'closed', closed_at: new Date() },
  );
  for (const [study, state] of [
    [draft, 'draft'],
    [ready, 'ready'],
  ] as const) {
    for (let i = 0; i < 2; i++)
      expect((await set(study, true).expect(200)).body).toMatchObject({ state: 'archived' });
    for (let i = 0; i < 2; i++)
      expect((await set(study, false).expect(200)).body).toMatchObject({ state });
    await app
      .http()
      .put(`/api/studies/${study}/`)
      .set(owner.headers)
      .send({ title: 'Changed again' })
      .expect(200);
  }
});

test('a study with a launched, unclosed session cannot be archived', async () => {
  for (const state of ['scheduled', 'active', 'paused'] as const) {
    const { study } = await makeRecruitingStudy(app, owner, {}, { state });
    expect((await set(study, true).expect(409)).body).toMatchObject({ code: 'study_recruiting' });
  }
});

test('if a study is archived and launched at the same moment, exactly one of the requests succeeds', async () => {
  const seen = new Set<string>();
  for (let i = 0; i < 8; i++) {
    const study = await makeStudy(app, owner);
    await makeConsent(app, owner, study);
    const session = await makeSession(app, study, null, { state: 'scheduled', launched_at: null });
    const archiving = () => set(study, true).then(({ status }) => status);
    const launching = () => launch(session).then(({ status }) => status);
    const [archived, launched] =
      i % 2
        ? await Promise.all([archiving(), launching()])
        : await Promise.all([launching(), archiving()]).then(([l, a]) => [a, l] as const);
    expect([archived, launched].sort()).toEqual([200, 409]);
    const [row]: { state: string; open: number }[] = await app.source.query(
      `SELECT t.state, (SELECT count(*)::int FROM research.session s
         WHERE s.study_id = t.id AND s.launched_at IS NOT NULL) AS open
       FROM research.study t WHERE t.id = $1`,
      [study],
    );
    expect(row).toEqual(
      archived === 200 ? { state: 'archived', open: 0 } : { state: 'ready', open: 1 },
    );
    seen.add(archived === 200 ? 'archived' : 'launched');
  }
  expect(seen.size).toBeGreaterThan(0);
});

test('an archived study with names is not restored if a study that its rule names became anonymous', async () => {
  const followed = await makeStudy(app, owner);
  const naming = await makeStudy(app, owner, {
    privacy_level: 'roster_on_start',
    eligibility: [{ filter: 'completed_any_of', studies: [followed] }],
  });
  await makeConsent(app, owner, followed);
  const session = await makeSession(app, followed, null, { state: 'scheduled', launched_at: null });
  // The anonymous session can launch only while the other study is archived.
  expect((await launch(session).expect(409)).body).toMatchObject({ code: 'would_reveal' });
  await set(naming, true).expect(200);
  await launch(session).expect(200);
  expect((await set(naming, false).expect(409)).body).toMatchObject({ code: 'would_reveal' });
  expect((await set(naming, true).expect(200)).body).toMatchObject({ state: 'archived' });
});

test('another researcher cannot find a draft or an archived study, and cannot change any study of others', async () => {
  const stranger = await makeResearcher(app.source);
  const draft = await makeStudy(app, owner);
  for (const archived of [true, false]) await set(draft, archived, stranger).expect(404);
  await set(draft, true).expect(200);
  for (const archived of [true, false]) await set(draft, archived, stranger).expect(404);
  const { study } = await makeRecruitingStudy(app, owner);
  await set(study, true, stranger).expect(403);
});
