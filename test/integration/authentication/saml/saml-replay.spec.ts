import { limits } from '../../../../contracts/base/limits';
import { minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { capabilities } from '../../../../server/contexts';
import { RetentionJob } from '../../../../workers/retention.job';
import { startApp, type RunningApp } from '../../../support/app';
import { decoded, encoded } from '../../../support/saml-idp';
import { count } from '../../accounts/people-of';
import { samlOf, type Saml } from './saml-people';

let one: RunningApp;
let two: RunningApp;
let saml: Saml;
beforeAll(async () => {
  one = await startApp();
  two = await startApp({ engines: one.engines, clock: one.clock });
  saml = await samlOf(one);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const pageOf = (url: URL) =>
  url.searchParams.get('error') ??
  (url.searchParams.has('saml_access_code') ? 'signed on' : 'nothing');

describe('An answer counts once', () => {
  it('on the server that has seen it and on the other', async () => {
    const answer = await saml.answerFrom(await saml.connect());
    expect(pageOf(await saml.after(answer))).toBe('signed on');
    expect(pageOf(await saml.after(answer))).toBe('invalid_flow');
    expect(pageOf(await saml.after(answer, two))).toBe('invalid_flow');
  });

  it('when it comes to both servers again and again at the same time', async () => {
    const answer = await saml.answerFrom(await saml.connect());
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, i) => saml.after(answer, i % 2 === 0 ? one : two)),
    );
    expect(pages.map(pageOf).sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'invalid_flow'),
      'signed on',
    ]);
    expect(await count(one.source, 'identity.saml_code')).toBe(2);
  });

  it('even if its request were asked a second time', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    const [request]: unknown[] = await one.source.query(
      `SELECT row_to_json(r) AS row FROM identity.saml_request r WHERE connection_id = $1`,
      [uni.id],
    );
    expect(pageOf(await saml.after(answer))).toBe('signed on');
    await one.source.query(
      `INSERT INTO identity.saml_request SELECT * FROM json_populate_record(NULL::identity.saml_request, $1)`,
      [JSON.stringify((request as { row: object }).row)],
    );
    expect(pageOf(await saml.after(answer, two))).toBe('invalid_flow');
    expect(
      await count(one.source, 'identity.saml_request WHERE connection_id = $1', [uni.id]),
    ).toBe(1);
    expect(await count(one.source, 'identity.saml_code WHERE connection_id = $1', [uni.id])).toBe(
      1,
    );
  });

  it('and two answers to one request are one sign-on', async () => {
    const uni = await saml.connect();
    const request = await uni.idp.asked(await saml.redirectUrl(`a@${uni.domain}`), saml.metadata);
    const answers = await Promise.all([saml.say(uni, request), saml.say(uni, request)]);
    expect(
      (await Promise.all([saml.after(answers[0], one), saml.after(answers[1], two)]))
        .map(pageOf)
        .sort(),
    ).toEqual(['invalid_flow', 'signed on']);
  });

  it('and one that was refused takes nothing away from the honest one', async () => {
    const uni = await saml.connect();
    const honest = await saml.answerFrom(uni);
    for (const forged of [
      decoded(honest).replace('>person-1<', '>person-2<'),
      decoded(honest).replace(/<ds:Signature .*<\/ds:Signature>/s, ''),
      decoded(honest).replace('status:Success', 'status:Responder'),
    ]) {
      expect(pageOf(await saml.after(encoded(forged, honest)))).toBe('issuer_refused');
    }
    expect(pageOf(await saml.after(honest, two))).toBe('signed on');
  });
});

describe('A sign-on ends', () => {
  const disable = (id: string, change: object = { enabled: false }) =>
    one
      .http()
      .put(`/api/saml/connections/${id}/`)
      .set(saml.administrator.headers)
      .send(change)
      .expect(200);

  it('when its connection is disabled: at the address, at the answer, at the code and at the token', async () => {
    const [a, b, c] = await Promise.all([saml.connect(), saml.connect(), saml.connect()]);
    const answer = await saml.answerFrom(a);
    const code = await saml.codeAfter(await saml.answerFrom(b));
    const token = await saml.tokenAfter(await saml.answerFrom(c));
    for (const { id } of [a, b, c]) await disable(id);
    await one
      .http()
      .get('/api/saml/redirect_url/')
      .query({ user_email: `x@${a.domain}` })
      .expect(404);
    expect(await saml.errorAfter(answer)).toBe('invalid_flow');
    await saml.redeem(code).expect(400);
    await saml.profile(token).expect(401);
    for (const { id } of [a, b, c]) await disable(id, { enabled: true });
    expect(await saml.errorAfter(answer)).toBe('invalid_flow');
    await saml.redeem(code).expect(400);
    await saml.profile(token).expect(401);
    expect(pageOf(await saml.after(await saml.answerFrom(a)))).toBe('signed on');
  });

  it('when a request is put back to a connection that is disabled by then', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    await one.source.query(`UPDATE identity.saml_connection SET enabled = false WHERE id = $1`, [
      uni.id,
    ]);
    expect(await saml.errorAfter(answer)).toBe('no_sso_for_domain');
  });

  it('when its domain or its key is taken away', async () => {
    const uni = await saml.connect();
    const [first, second] = [
      await saml.tokenAfter(await saml.answerFrom(uni)),
      await saml.answerFrom(uni),
    ];
    await disable(uni.id, { domains: [`new-${uni.domain}`] });
    await saml.profile(first).expect(401);
    expect(await saml.errorAfter(second)).toBe('invalid_flow');
    const third = await saml.answerFrom({ ...uni, domain: `new-${uni.domain}` });
    await disable(uni.id, { metadata_xml: uni.idp.metadata() });
    expect(await saml.errorAfter(third)).toBe('invalid_flow');
  });

  it('when its connection is removed', async () => {
    const uni = await saml.connect();
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    const answer = await saml.answerFrom(uni);
    await one
      .http()
      .delete(`/api/saml/connections/${uni.id}/`)
      .set(saml.administrator.headers)
      .expect(204);
    expect(await saml.errorAfter(answer)).toBe('invalid_flow');
    await saml.profile(token).expect(401);
  });
});

describe('The form', () => {
  it.each<[string, object | string]>([
    ['has no answer in it', { RelayState: 'x' }],
    ['has an empty one', { SAMLResponse: '' }],
    ['is empty', ''],
    ['has two', 'SAMLResponse=YQ==&SAMLResponse=YQ=='],
    ['has no base64', { SAMLResponse: '<xml/>' }],
    [
      'has a request to end a session in it',
      {
        SAMLRequest: Buffer.from(
          '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
        ).toString('base64'),
      },
    ],
  ])('leads back to the sign-in page when it %s', async (_, form) => {
    const { headers } = await one.http().post('/api/saml/acs/').type('form').send(form).expect(303);
    expect(headers.location).toBe('http://web.test:5173/signin/sso?error=issuer_refused');
  });

  it('leads back to the sign-in page when it is too large, and may be larger than other bodies', async () => {
    const answer = `SAMLResponse=${encodeURIComponent((await saml.answerFrom(await saml.connect())).SAMLResponse)}&RelayState=`;
    const locationAfter = async (length: number) =>
      (
        await one
          .http()
          .post('/api/saml/acs/')
          .type('form')
          .send(answer.padEnd(length, 'x'))
          .expect(303)
      ).headers.location as string;
    for (const tooLong of [limits.samlResponseForm + 1, 5 * limits.samlResponseForm])
      expect(await locationAfter(tooLong)).toBe(
        'http://web.test:5173/signin/sso?error=issuer_refused',
      );
    expect(await locationAfter(limits.samlResponseForm)).toContain('saml_access_code=');
  });

  it('is refused when it is no form, or sent elsewhere', async () => {
    expect(
      (await one.http().post('/api/saml/acs/').type('xml').send('<x/>').expect(415)).body,
    ).toMatchObject({ code: 'unsupported_media_type' });
    expect(
      (await one.http().post('/api/users/').type('form').send('email=a@b.test').expect(415)).body,
    ).toMatchObject({ code: 'unsupported_media_type' });
    expect(
      (
        await one
          .http()
          .post('/api/saml/connections/')
          .set(saml.administrator.headers)
          .type('form')
          .send('organization=x')
          .expect(415)
      ).body,
    ).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('never leads anywhere but to the web app, whatever its RelayState says', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    const page = await saml.after({ ...answer, RelayState: 'https://evil.test/' });
    expect(page.origin).toBe('http://web.test:5173');
    expect(page.searchParams.get('state')).toBe(answer.RelayState);
  });
});

it('A sign-on ends fifteen minutes after it was begun', async () => {
  const uni = await saml.connect();
  const request = await uni.idp.asked(await saml.redirectUrl(`a@${uni.domain}`), saml.metadata);
  one.clock.advance(minutes(15) + 1);
  expect(await saml.errorAfter(await saml.say(uni, request))).toBe('invalid_flow');
});

it('What is over is tidied away, and nothing before', async () => {
  const fresh = await startApp();
  const there = await samlOf(fresh);
  const job = new RetentionJob(fresh.app.get(UnitOfWork), fresh.clock, capabilities);
  const uni = await there.connect();
  await there.tokenAfter(await there.answerFrom(uni));
  await there.codeAfter(await there.answerFrom(uni));
  await there.redirectUrl(`a@${uni.domain}`);
  const left = async () =>
    Promise.all(
      ['saml_request', 'saml_assertion', 'saml_code', 'sso_token'].map((table) =>
        count(fresh.source, `identity.${table}`),
      ),
    );
  await job.run();
  expect(await left()).toEqual([1, 2, 1, 1]);
  fresh.clock.advance(minutes(2));
  await job.run();
  expect(await left()).toEqual([1, 2, 0, 1]);
  fresh.clock.advance(minutes(14));
  await job.run();
  expect(await left()).toEqual([0, 0, 0, 0]);
  expect(await count(fresh.source, 'identity.saml_connection')).toBe(1);
  await fresh.close();
});

it('Whoever keeps sending rubbish is told to wait, and whoever signs on is not counted', async () => {
  const strict = await startApp({ environment: { RATE_LIMITS: 'on' } });
  const there = await samlOf(strict);
  const uni = await there.connect();
  expect(pageOf(await there.after(await there.answerFrom(uni)))).toBe('signed on');
  const send = () => there.after({ SAMLResponse: 'YQ==' });
  for (let sent = 0; sent < 500; sent += 50)
    expect((await Promise.all(Array.from({ length: 50 }, send))).map(pageOf)).toEqual(
      Array.from({ length: 50 }, () => 'issuer_refused'),
    );
  expect(pageOf(await send())).toBe('too_many_requests');
  await strict.close();
});
