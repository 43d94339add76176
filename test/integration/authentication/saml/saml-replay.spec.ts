import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { decodeSamlResponse, encodeSamlResponse } from '../../../support/sign-in/saml-idp';
import { countRows } from '../../accounts/account-requests';
import { signOnResultOf, samlRequestsOf, type SamlRequests } from './saml-people';

let one: RunningApp;
let two: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  one = await sharedApp();
  two = await startApp({ engines: one.engines, clock: one.clock });
  saml = await samlRequestsOf(one);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

describe('A SAML response is accepted once', () => {
  it('[6.8.3] on the server that accepted it and on the other one', async () => {
    const answer = await saml.answerFrom(await saml.connect());
    expect(signOnResultOf(await saml.after(answer))).toBe('signed on');
    expect(signOnResultOf(await saml.after(answer))).toBe('invalid_flow');
    expect(signOnResultOf(await saml.after(answer, two))).toBe('invalid_flow');
  });

  it('when it is posted twelve times at the same time to two servers', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, i) => saml.after(answer, i % 2 === 0 ? one : two)),
    );
    expect(pages.map(signOnResultOf).sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'invalid_flow'),
      'signed on',
    ]);
    expect(
      await countRows(one.source, 'identity.saml_code WHERE connection_id = $1', [uni.id]),
    ).toBe(1);
  });

  it('even if its request were stored a second time', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    const [request]: unknown[] = await one.source.query(
      `SELECT row_to_json(r) AS row FROM identity.saml_request r WHERE connection_id = $1`,
      [uni.id],
    );
    expect(signOnResultOf(await saml.after(answer))).toBe('signed on');
    await one.source.query(
      `INSERT INTO identity.saml_request SELECT * FROM json_populate_record(NULL::identity.saml_request, $1)`,
      [JSON.stringify((request as { row: object }).row)],
    );
    expect(signOnResultOf(await saml.after(answer, two))).toBe('invalid_flow');
    expect(
      await countRows(one.source, 'identity.saml_request WHERE connection_id = $1', [uni.id]),
    ).toBe(1);
    expect(
      await countRows(one.source, 'identity.saml_code WHERE connection_id = $1', [uni.id]),
    ).toBe(1);
  });

  it('even if the request gets two responses, which make one sign-on', async () => {
    const uni = await saml.connect();
    const request = await uni.idp.asked(await saml.redirectUrl(`a@${uni.domain}`), saml.metadata);
    const answers = await Promise.all([saml.say(uni, request), saml.say(uni, request)]);
    expect(
      (await Promise.all([saml.after(answers[0], one), saml.after(answers[1], two)]))
        .map(signOnResultOf)
        .sort(),
    ).toEqual(['invalid_flow', 'signed on']);
  });

  it('even after forged responses to the same request were refused', async () => {
    const uni = await saml.connect();
    const honest = await saml.answerFrom(uni);
    for (const forged of [
      decodeSamlResponse(honest).replace('>person-1<', '>person-2<'),
      decodeSamlResponse(honest).replace(/<ds:Signature .*<\/ds:Signature>/s, ''),
      decodeSamlResponse(honest).replace('status:Success', 'status:Responder'),
    ]) {
      expect(signOnResultOf(await saml.after(encodeSamlResponse(forged, honest)))).toBe(
        'issuer_refused',
      );
    }
    expect(signOnResultOf(await saml.after(honest, two))).toBe('signed on');
  });
});
