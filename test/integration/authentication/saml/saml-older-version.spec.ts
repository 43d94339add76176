import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson } from '../../../support/people/people';
import { sharedApp } from '../../../support/app/shared-app';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';

let app: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  app = await sharedApp();
  saml = await samlRequestsOf(app);
});
afterAll(() => app.close());

/** Changes stored profiles of a connection to the encrypted form that an older version used. */
const reseal = async (table: 'saml_code' | 'sso_token', { id }: ConnectedProvider) => {
  await app.source.query(
    `UPDATE identity.${table} SET person = substring(person FROM 13) || substring(person FOR 12)
     WHERE connection_id = $1`,
    [id],
  );
};

describe('A profile that an older version encrypted before the server was updated', () => {
  it('makes its code invalid', async () => {
    const uni = await saml.connect();
    const code = await saml.codeAfter(await saml.answerFrom(uni));
    await reseal('saml_code', uni);
    expect(await bodyOf(saml.redeem(code).expect(400))).toMatchObject({ code: 'invalid_code' });
  });

  it('makes its token invalid, for signing in and for linking', async () => {
    const uni = await saml.connect();
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    await reseal('sso_token', uni);
    expect(await bodyOf(saml.profile(token).expect(401))).toMatchObject({
      code: 'invalid_identity_token',
    });
    const { headers } = await makePerson(app.source);
    const linked = await app
      .http()
      .put('/api/identities/')
      .set(headers)
      .send({ provider: 'ssoready', token })
      .expect(400);
    expect(linked.body).toMatchObject({ code: 'validation_failed' });
  });
});
