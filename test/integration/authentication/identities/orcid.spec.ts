import { sha256 } from '../../../../server/platform/security/secrets';
import type { RunningApp } from '../../../support/app';
import { makeAdministrator, makePerson, makeResearcher } from '../../../support/people';
import { count, peopleOf } from '../../accounts/people-of';
import { freshOrcid, oidcOf, startAppWith, startIssuers, type Issuers } from '../oidc/oidc-people';
import { linkingOf } from './linking';

let issuers: Issuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcOf>;
let linking: ReturnType<typeof linkingOf>;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  issuers = await startIssuers();
  running = await startAppWith(issuers);
  oidc = oidcOf(running, issuers);
  linking = linkingOf(running, issuers);
  people = peopleOf(running);
});
afterAll(async () => {
  await running?.close();
  await issuers.close();
});

describe('Linking a further way in', () => {
  it('is for researchers alone where it is ORCID', async () => {
    for (const { token } of [
      await people.member(),
      await makePerson(running.source),
      await makeAdministrator(running.source),
    ]) {
      for (const idToken of [await issuers.orcid.idToken({ sub: freshOrcid() }), 'a.b.c']) {
        expect(
          (await linking.link(token, { provider: 'orcid', token: idToken }).expect(403)).body,
        ).toMatchObject({ code: 'forbidden' });
      }
      expect(
        (await oidc.start('orcid', { purpose: 'link' }, token).expect(403)).body,
      ).toMatchObject({ code: 'forbidden' });
      await oidc.start('orcid', { purpose: 'sign-in' }, token).expect(200);
      expect(
        await count(
          running.source,
          `identity.identity i JOIN identity.token t USING (account_id) WHERE t.hash = $1`,
          [sha256(token)],
        ),
      ).toBe(0);
    }
    await oidc
      .start('orcid', { purpose: 'link' }, (await makeResearcher(running.source)).token)
      .expect(200);
  });

  it('shows a researcher’s ORCID iD on the public profile', async () => {
    const sub = freshOrcid();
    const researcher = await makeResearcher(running.source);
    const profile = async () =>
      (await running.http().get(`/api/users/public/${researcher._id}/`).expect(200)).body as {
        orcid: string | null;
      };
    expect((await profile()).orcid).toBeNull();
    await linking.linkNew(researcher.token, 'orcid', { sub });
    expect((await profile()).orcid).toBe(sub);
    await running.source.query(`UPDATE identity.account SET password_hash = 'x' WHERE id = $1`, [
      researcher._id,
    ]);
    await linking.unlink(researcher.token, 'orcid').expect(200);
    expect((await profile()).orcid).toBeNull();
  });
});
