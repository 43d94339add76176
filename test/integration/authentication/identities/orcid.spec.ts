import { sha256 } from '../../../../server/platform/security/secrets';
import { makeAdministrator, makePerson, makeResearcher } from '../../../support/people/people';
import { countRows } from '../../accounts/account-requests';
import { freshOrcid } from '../oidc/oidc-people';
import { setUpOidcIssuers } from '../oidc/use-oidc';

const at = setUpOidcIssuers();

describe('Linking an ORCID iD', () => {
  it('is allowed for researchers only', async () => {
    for (const { token } of [
      await at.people.member(),
      await makePerson(at.running.source),
      await makeAdministrator(at.running.source),
    ]) {
      for (const idToken of [await at.issuers.orcid.idToken({ sub: freshOrcid() }), 'a.b.c']) {
        expect(
          (await at.linking.link(token, { provider: 'orcid', token: idToken }).expect(403)).body,
        ).toMatchObject({ code: 'forbidden' });
      }
      expect(
        (await at.oidc.start('orcid', { purpose: 'link' }, token).expect(403)).body,
      ).toMatchObject({ code: 'forbidden' });
      await at.oidc.start('orcid', { purpose: 'sign-in' }, token).expect(200);
      expect(
        await countRows(
          at.running.source,
          `identity.identity i JOIN identity.token t USING (account_id) WHERE t.hash = $1`,
          [sha256(token)],
        ),
      ).toBe(0);
    }
    await at.oidc
      .start('orcid', { purpose: 'link' }, (await makeResearcher(at.running.source)).token)
      .expect(200);
  });

  it('shows the iD on the researcher’s public profile until it is unlinked', async () => {
    const sub = freshOrcid();
    const researcher = await makeResearcher(at.running.source);
    const profile = async () =>
      (await at.running.http().get(`/api/users/public/${researcher._id}/`).expect(200)).body as {
        orcid: string | null;
      };
    expect((await profile()).orcid).toBeNull();
    await at.linking.linkNew(researcher.token, 'orcid', { sub });
    expect((await profile()).orcid).toBe(sub);
    await at.running.source.query(`UPDATE identity.account SET password_hash = 'x' WHERE id = $1`, [
      researcher._id,
    ]);
    await at.linking.unlink(researcher.token, 'orcid').expect(200);
    expect((await profile()).orcid).toBeNull();
  });
});
