import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { signOnResultOf, samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

describe('An unfinished single sign-on ends', () => {
  const disable = (id: string, change: object = { enabled: false }) =>
    running
      .http()
      .put(`/api/saml/connections/${id}/`)
      .set(saml.administrator.headers)
      .send(change)
      .expect(200);

  it('when its connection is disabled, at every step: address, response, code and token', async () => {
    const [a, b, c] = await Promise.all([saml.connect(), saml.connect(), saml.connect()]);
    const answer = await saml.answerFrom(a);
    const code = await saml.codeAfter(await saml.answerFrom(b));
    const token = await saml.tokenAfter(await saml.answerFrom(c));
    for (const { id } of [a, b, c]) await disable(id);
    await running
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
    expect(signOnResultOf(await saml.after(await saml.answerFrom(a)))).toBe('signed on');
  });

  it('when its connection is disabled in the database after the response was issued', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    await running.source.query(
      `UPDATE identity.saml_connection SET enabled = false WHERE id = $1`,
      [uni.id],
    );
    expect(await saml.errorAfter(answer)).toBe('no_sso_for_domain');
  });

  it('when its domain is taken from the connection or the metadata is replaced', async () => {
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
    await running
      .http()
      .delete(`/api/saml/connections/${uni.id}/`)
      .set(saml.administrator.headers)
      .expect(204);
    expect(await saml.errorAfter(answer)).toBe('invalid_flow');
    await saml.profile(token).expect(401);
  });
});
