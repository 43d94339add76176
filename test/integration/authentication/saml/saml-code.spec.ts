/** @lane quick */
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { sortedStatuses } from '../../accounts/account-requests';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

describe('The code of a finished single sign-on', () => {
  it('is exchanged for a token once, also when it is sent eight times at the same time', async () => {
    const code = await saml.codeAfter(await saml.answerFrom(await saml.connect()));
    const answers = await Promise.all(Array.from({ length: 8 }, () => saml.redeem(code)));
    expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect((await saml.redeem(code).expect(400)).body).toMatchObject({ code: 'invalid_code' });
  });

  it('is stored without a readable name or address, and neither the code nor the token is stored in plain form', async () => {
    const uni = await saml.connect();
    const marked = () =>
      saml.answerFrom(uni, {
        nameId: 'Marked-Subject',
        attributes: { mail: `marked-address@${uni.domain}`, givenName: 'Marked-Name' },
      });
    const code = await saml.codeAfter(await marked());
    const token = await saml.tokenAfter(await marked());
    const rows: unknown[] = await running.source.query(
      `SELECT encode(person, 'escape') AS text, encode(hash, 'escape') AS hash
       FROM identity.saml_code WHERE connection_id = $1
       UNION ALL SELECT encode(person, 'escape'), encode(hash, 'escape')
       FROM identity.sso_token WHERE connection_id = $1`,
      [uni.id],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const secret of ['marked-address', 'Marked', code, token])
      expect(JSON.stringify(rows).toLowerCase()).not.toContain(secret.toLowerCase());
  });

  it('is refused when it is made up', async () => {
    for (const code of ['', 'x', 'a'.repeat(43)])
      expect((await saml.redeem(code).expect(400)).body).toMatchObject({ code: 'invalid_code' });
    await running.http().get('/api/saml/redeem/').expect(400);
  });
});
