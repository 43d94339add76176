import { limits } from '../../../contracts/base/limits';
import type { Study } from '../../../contracts/studies/studies';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy, newStudy } from './fixtures';
import { bodyOf } from '../../support/app/body-of';

let app: RunningApp;
let owner: TestPerson;
let study: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source);
  study = await makeStudy(app, owner);
});
afterAll(() => app.close());

interface Failure {
  status: number;
  code: string;
  description: string;
  fields: { path: string; code: string; description: string }[];
}
const create = (body: object) =>
  app
    .http()
    .post('/api/studies/')
    .set(owner.headers)
    .send({ ...newStudy, ...body });
const wrong = async (body: object) => {
  const failure = (await create(body).expect(400)).body as Failure;
  expect(failure).toMatchObject({
    status: 400,
    code: 'validation_failed',
    description: expect.stringMatching(/\w/) as string,
  });
  for (const field of failure.fields) expect(field.description).toMatch(/\w/);
  return failure.fields.map(({ path, code }) => `${path}: ${code}`);
};
const count = async () =>
  (await app.source.query<{ n: number }[]>('SELECT count(*)::int AS n FROM research.study'))[0]?.n;

const withPart = (withdrawn: object) => ({
  payment_terms: { how: 'x', within_days: 1, pay: { withdrawn, screened_out: { kind: 'none' } } },
});

test.each<[object, string]>([
  [{ title: undefined }, 'title: required'],
  [{ title: '' }, 'title: required'],
  [{ title: '   ' }, 'title: required'],
  [{ title: 7 }, 'title: wrong_type'],
  [{ title: 'x'.repeat(limits.title + 1) }, 'title: too_long'],
  [{ title: 'a\0b' }, 'title: invalid_text'],
  [{ title: 'a\u0007b' }, 'title: invalid_text'],
  [{ title: 'a\ud800b' }, 'title: invalid_text'],
  [{ description: null }, 'description: wrong_type'],
  [{ description: 'x'.repeat(limits.description + 1) }, 'description: too_long'],
  [{ additional_notes: 'a\0b' }, 'additional_notes: invalid_text'],
  [{ duration_minutes: 0 }, 'duration_minutes: too_small'],
  [{ duration_minutes: -5 }, 'duration_minutes: too_small'],
  [{ duration_minutes: 1e9 }, 'duration_minutes: too_big'],
  [{ duration_minutes: '20' }, 'duration_minutes: wrong_type'],
  [{ duration_minutes: 1.5 }, 'duration_minutes: wrong_type'],
  [{ privacy_level: 'public' }, 'privacy_level: not_one_of'],
  [{ reward: { amount: -1, currency: 'EUR' } }, 'reward.amount: too_small'],
  [{ reward: { amount: 4.5, currency: 'EUR' } }, 'reward.amount: wrong_type'],
  [{ reward: { amount: 5, currency: 'euro' } }, 'reward.currency: invalid_currency'],
  [{ reward: { amount: 5, currency: 'XXX' } }, 'reward.currency: invalid_currency'],
  [{ reward: { amount: 5, currency: 'EUR', tip: 1 } }, 'reward.tip: unknown_field'],
  [{ payment_terms: { how: ' ', within_days: 1 } }, 'payment_terms.how: required'],
  [{ payment_terms: { how: 'x'.repeat(301), within_days: 1 } }, 'payment_terms.how: too_long'],
  [{ payment_terms: { how: 'x', within_days: -1 } }, 'payment_terms.within_days: too_small'],
  [{ payment_terms: { how: 'x', within_days: 91 } }, 'payment_terms.within_days: too_big'],
  [{ payment_terms: { how: 'x' } }, 'payment_terms.within_days: required'],
  [withPart({ kind: 'part', percent: 0 }), 'payment_terms.pay.withdrawn.percent: too_small'],
  [withPart({ kind: 'part', percent: 101 }), 'payment_terms.pay.withdrawn.percent: too_big'],
  [withPart({ kind: 'part', percent: 1.5 }), 'payment_terms.pay.withdrawn.percent: wrong_type'],
  [withPart({ kind: 'part' }), 'payment_terms.pay.withdrawn.percent: required'],
  [withPart({ kind: 'by_time', percent: 5 }), 'payment_terms.pay.withdrawn.percent: unknown_field'],
  [withPart({ kind: 'all' }), 'payment_terms.pay.withdrawn.kind: not_one_of'],
  [{ requirements: ['internet_explorer'] }, 'requirements.0: not_one_of'],
  [{ eligibility: [{ filter: 'income', any_of: ['high'] }] }, 'eligibility.0.filter: not_one_of'],
  [{ eligibility: [{ filter: 'age', range: {} }] }, 'eligibility.0.range: required'],
  [{ eligibility: [{ filter: 'devices', any_of: [] }] }, 'eligibility.0.any_of: too_small'],
  [
    { eligibility: [{ filter: 'participated_none_of', studies: [] }] },
    'eligibility.0.studies: too_small',
  ],
  [
    { eligibility: [{ filter: 'completed_any_of', studies: ['x'] }] },
    'eligibility.0.studies.0: invalid_uuid',
  ],
  [{ runtime: { kind: 'external', url: 'javascript:alert(1)' } }, 'runtime.url: invalid_url'],
  [{ runtime: { kind: 'external', url: 'http://lab.example' } }, 'runtime.url: invalid_url'],
  [{ runtime: { kind: 'external', url: 'https://me:pw@lab.example' } }, 'runtime.url: invalid_url'],
  [
    { runtime: { kind: 'external', url: 'https://lab.example/{name}' } },
    'runtime.url: unknown_placeholder',
  ],
  [
    { runtime: { kind: 'external', url: 'https://lab.example/?participant=TEST' } },
    'runtime.url: participant_in_address',
  ],
  [
    {
      runtime: { kind: 'external', url: 'https://lab.example', names: { participant: 'study' } },
    },
    'runtime.names: invalid',
  ],
  [{ owner_id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'owner_id: unknown_field'],
  [{ state: 'ready' }, 'state: unknown_field'],
  [{ _id: '01890a5d-ac96-774b-bcce-b302099a8057' }, '_id: unknown_field'],
])('a study with %j is refused with %s', async (body, expected) => {
  const before = await count();
  expect(await wrong(body)).toEqual([expected]);
  expect(await count()).toBe(before);
});

test.each([
  "'; DROP TABLE research.study; --",
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '{{7*7}} ${7*7} %s %n',
  '../../etc/passwd',
  '𝒜 ٱلْعَرَبِيَّة 日本語 🙂',
])('the text %j is stored like any other', async (text) => {
  const body = await bodyOf(
    create({ title: text, description: text, additional_notes: text }).expect(201),
  );
  expect(body).toMatchObject({ title: text, description: text, additional_notes: text });
  const read = await app
    .http()
    .get(`/api/studies/${(body as Study)._id}/`)
    .set(owner.headers)
    .expect(200);
  expect(read.body).toMatchObject({ title: text, description: text, additional_notes: text });
  expect(read.headers['content-type']).toMatch(/^application\/json/);
});

test('an empty change is refused', async () => {
  expect(
    (await app.http().put(`/api/studies/${study}/`).set(owner.headers).send({}).expect(400)).body,
  ).toMatchObject({ fields: [{ code: 'nothing_to_change' }] });
});

test('invalid JSON, a non-object, a wrong content type and a too large body each have their code', async () => {
  const post = (type: string, body: string) =>
    app.http().post('/api/studies/').set(owner.headers).set('content-type', type).send(body);
  expect((await post('application/json', '{"title": ').expect(400)).body).toMatchObject({
    code: 'malformed_body',
  });
  expect(
    (await post('application/json', '{"constructor": {"prototype": {"own": true}}}').expect(400))
      .body,
  ).toMatchObject({ code: 'malformed_body' });
  expect(
    (await post('application/json', '{"__proto__": {"own": true}}').expect(400)).body,
  ).toMatchObject({ code: 'malformed_body' });
  expect((await post('application/json', '[1]').expect(400)).body).toMatchObject({
    code: 'validation_failed',
  });
  expect((await post('application/json', '"text"').expect(400)).body).toMatchObject({
    code: 'validation_failed',
  });
  expect((await post('text/plain', 'title=x').expect(415)).body).toMatchObject({
    code: 'unsupported_media_type',
  });
  expect((await post('application/xml', '<study/>').expect(415)).body).toMatchObject({
    code: 'unsupported_media_type',
  });
  expect(
    (await post('multipart/form-data; boundary=b', '--b--\r\n').expect(415)).body,
  ).toMatchObject({ code: 'unsupported_media_type' });
  expect(
    (
      await post(
        'application/json',
        JSON.stringify({ ...newStudy, description: 'x'.repeat(limits.jsonBodyBytes) }),
      ).expect(413)
    ).body,
  ).toMatchObject({ code: 'too_large' });
});

test('a request without sign-in gets 401, whatever its body contains', async () => {
  expect(
    (await app.http().post('/api/studies/').send({ nonsense: 1 }).expect(401)).body,
  ).toMatchObject({ code: 'unauthenticated' });
});

test('the error description is in the language of the request, the code is not', async () => {
  const german = (await create({ title: '' }).set('accept-language', 'de').expect(400))
    .body as Failure;
  const english = (await create({ title: '' }).expect(400)).body as Failure;
  expect(german.fields[0]?.code).toBe(english.fields[0]?.code);
  expect(german.description).not.toBe(english.description);
});
