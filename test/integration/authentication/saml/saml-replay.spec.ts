import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { decoded, encoded } from '../../../support/sign-in/saml-idp';
import { count } from '../../accounts/people-of';
import { pageOf, samlOf, type Saml } from './saml-people';

let one: RunningApp;
let two: RunningApp;
let saml: Saml;
beforeAll(async () => {
  one = await sharedApp();
  two = await startApp({ engines: one.engines, clock: one.clock });
  saml = await samlOf(one);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

describe('A SAML response is accepted once', () => {
  it('[6.8.3] on the server that accepted it and on the other one', async () => {
    const answer = await saml.answerFrom(await saml.connect());
    expect(pageOf(await saml.after(answer))).toBe('signed on');
    expect(pageOf(await saml.after(answer))).toBe('invalid_flow');
    expect(pageOf(await saml.after(answer, two))).toBe('invalid_flow');
  });

  it('when it is posted twelve times at the same time to two servers', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, i) => saml.after(answer, i % 2 === 0 ? one : two)),
    );
    expect(pages.map(pageOf).sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'invalid_flow'),
      'signed on',
    ]);
    expect(await count(one.source, 'identity.saml_code WHERE connection_id = $1', [uni.id])).toBe(
      1,
    );
  });

  it('even if its request were stored a second time', async () => {
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

  it('and two responses to one request make one sign-on', async () => {
    const uni = await saml.connect();
    const request = await uni.idp.asked(await saml.redirectUrl(`a@${uni.domain}`), saml.metadata);
    const answers = await Promise.all([saml.say(uni, request), saml.say(uni, request)]);
    expect(
      (await Promise.all([saml.after(answers[0], one), saml.after(answers[1], two)]))
        .map(pageOf)
        .sort(),
    ).toEqual(['invalid_flow', 'signed on']);
  });

  it('and forged responses that were refused before do not use up the honest one', async () => {
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
