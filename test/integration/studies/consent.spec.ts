import { createHash } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import {
  makeConsent,
  makeRecruitingStudy,
  makeSession,
  makeStudy,
  type ConsentAnswer,
} from './fixtures';

let app: RunningApp;
let owner: TestPerson;
let participant: TestPerson;

beforeAll(async () => {
  app = await sharedApp();
  [owner, participant] = [await makeResearcher(app.source), await makePerson(app.source)];
});
afterAll(() => app.close());

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const inForce = async (study: string, person?: TestPerson, session?: string) =>
  (
    await app
      .http()
      .get(`/api/studies/${study}/consent/`)
      .query(session ? { session } : {})
      .set(person?.headers ?? {})
      .expect(200)
  ).body as ConsentAnswer;
const versions = (study: string): Promise<{ version: number; state: string }[]> =>
  app.source.query(
    'SELECT version, state FROM research.consent WHERE study_id = $1 ORDER BY version',
    [study],
  );

test('the hash of a consent text is that of its exact UTF-8 bytes', async () => {
  const study = await makeStudy(app, owner);
  const text = 'Ich nehme *freiwillig* teil. 自由に参加します 🙂\r\n\r\n<script>alert(1)</script>';
  const consent = await makeConsent(app, owner, study, text);
  expect(consent).toMatchObject({
    version: 1,
    kind: 'markdown',
    body_markdown: text,
    sha256: sha256(Buffer.from(text, 'utf8')),
    file_url: null,
  });
});

test('a new consent version is valid immediately and deprecates the previous version', async () => {
  const study = await makeStudy(app, owner);
  await makeConsent(app, owner, study, 'One');
  expect(await makeConsent(app, owner, study, 'Two')).toMatchObject({ version: 2 });
  expect(await versions(study)).toEqual([
    { version: 1, state: 'deprecated' },
    { version: 2, state: 'valid' },
  ]);
  expect(await inForce(study, owner)).toMatchObject({ body_markdown: 'Two' });
});

test('ten concurrent publications get ten consecutive versions, one of them valid', async () => {
  const study = await makeStudy(app, owner);
  const published = await Promise.all(
    Array.from({ length: 10 }, (_, i) => makeConsent(app, owner, study, `Version ${i}`)),
  );
  expect(published.map((c) => c.version).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect((await versions(study)).map((v) => v.state)).toEqual([
    ...Array<string>(9).fill('deprecated'),
    'valid',
  ]);
});

test('a launched session keeps its consent version; participants get that version, the owner gets the newest', async () => {
  const { study, session } = await makeRecruitingStudy(app, owner);
  const newest = await makeConsent(app, owner, study, 'Newer');
  expect(await inForce(study, participant)).toMatchObject({ version: 1 });
  expect(await inForce(study, undefined, session)).toMatchObject({ version: 1 });
  expect(await inForce(study, owner)).toMatchObject({ version: 2 });
  await app.source.query(
    `UPDATE research.session SET state = 'closed', closed_at = now() WHERE id = $1`,
    [session],
  );
  expect(await inForce(study, participant)).toMatchObject({ version: 1 });
  expect(await inForce(study, participant, session)).toMatchObject({ version: 1 });
  const next = await makeSession(app, study, newest);
  expect(await inForce(study, participant, next)).toMatchObject({ version: 2 });
});

test('a session of another study, a draft, and a study without a form return no consent form', async () => {
  const { study } = await makeRecruitingStudy(app, owner);
  const other = await makeRecruitingStudy(app, owner);
  const get = (path: string, person?: TestPerson) =>
    app
      .http()
      .get(path)
      .set(person?.headers ?? {});
  await get(`/api/studies/${study}/consent/?session=${other.session}`).expect(404);
  await get(`/api/studies/${study}/consent/?session=nonsense`).expect(400);
  const draft = await makeStudy(app, owner);
  await get(`/api/studies/${draft}/consent/`, owner).expect(404);
  await makeConsent(app, owner, draft);
  await get(`/api/studies/${draft}/consent/`).expect(404);
});

describe('Publishing a consent form with the version that it replaces', () => {
  const publish = (study: string, text: string, replaces: number, who = owner) =>
    app
      .http()
      .put(`/api/studies/${study}/consent/`)
      .query({ replaces })
      .set(who.headers)
      .send({ title: 'Consent', body_markdown: text });

  test('succeeds for one of two concurrent requests, and the other gets 409', async () => {
    const study = await makeStudy(app, owner);
    for (const before of [0, 1, 2]) {
      const answers = await Promise.all(['A', 'B'].map((text) => publish(study, text, before)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = answers.find(({ status }) => status === 200)?.body as ConsentAnswer;
      const lost = answers.find(({ status }) => status === 409)?.body as { code: string };
      expect(lost.code).toBe('other_consent_in_force');
      expect(await inForce(study, owner)).toMatchObject({
        version: before + 1,
        body_markdown: won.body_markdown,
      });
    }
    expect(await versions(study)).toHaveLength(3);
  });

  test('gets 409 after a withdrawal too; without the version, a script replaces any form', async () => {
    const study = await makeStudy(app, owner);
    const { _id } = await makeConsent(app, owner, study, 'One');
    await app
      .http()
      .put(`/api/studies/${study}/consent/${_id}/`)
      .set(owner.headers)
      .send({ state: 'invalid', reason: 'It was wrong.' })
      .expect(200);
    await publish(study, 'Two', 1).expect(409);
    expect((await publish(study, 'Two', 0).expect(200)).body).toMatchObject({ version: 2 });
    expect(await makeConsent(app, owner, study, 'Three')).toMatchObject({ version: 3 });
    await publish(study, 'Four', -1).expect(400);
  });

  test('works the same for files, and the list has every version with its languages', async () => {
    const study = await makeStudy(app, owner);
    const file = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(200, 'a'),
      Buffer.from('\n%%EOF\n'),
    ]);
    const upload = (replaces: number) =>
      app
        .http()
        .put(`/api/studies/${study}/consent/`)
        .query({ replaces })
        .set(owner.headers)
        .attach('file', file, { filename: 'Form.pdf', contentType: 'application/pdf' });
    await upload(0).expect(200);
    await upload(0).expect(409);
    await app
      .http()
      .put(`/api/studies/${study}/consent/`)
      .set(owner.headers)
      .send({
        title: 'Consent',
        body_markdown: 'Text',
        locale: 'en',
        translations: [{ locale: 'de', title: 'Einwilligung', body_markdown: 'Text' }],
      })
      .expect(200);
    const list = (query: object) =>
      app.http().get(`/api/studies/${study}/consents/`).query(query).set(owner.headers);
    const first = (await list({ limit: 1 }).expect(200)).body as {
      items: { _id: string }[];
      next_cursor: string;
    };
    expect(first.items).toMatchObject([{ version: 2, state: 'valid', locales: ['en', 'de'] }]);
    expect((await list({ cursor: first.next_cursor }).expect(200)).body).toMatchObject({
      items: [{ version: 1, state: 'deprecated', kind: 'pdf', title: 'Form', locales: [] }],
      next_cursor: null,
    });
    const elsewhere = await makeStudy(app, owner);
    const { _id = '' } = first.items[0] ?? {};
    await app
      .http()
      .get(`/api/studies/${elsewhere}/consent/${_id}/`)
      .set(owner.headers)
      .expect(404);
  });
});
