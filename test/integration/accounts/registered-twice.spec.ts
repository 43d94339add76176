import { provisionAccount } from '../../../server/processes/registration/provision-account';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { Secrets } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { createInvitationFor } from '../../../server/researchers/invitations/create-invitation.command';
import { freshSubject } from '../authentication/oidc/oidc-people';
import { bearer, countRows, freshEmail } from './account-requests';
import { setUpOidcIssuers } from '../authentication/oidc/use-oidc';

const at = setUpOidcIssuers();

const work = () => at.running.app.get(UnitOfWork);
const invitation = async () =>
  (
    await work().run((tx) =>
      createInvitationFor(tx, at.running.app.get(Secrets), {
        createdBy: null,
        maxUses: 1,
        expiresAt: null,
      }),
    )
  ).code;
const researcher = async (email: string) =>
  at.people.register(email, { is_researcher: true, invitation_code: await invitation() });
const studyOf = async (ownerId: string) => {
  const id = timeOrderedId();
  await at.running.source.query(
    `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes, privacy_level, state)
     VALUES ($1, $2, 'Begun early', 'x', 20, 60, 'anonymous', 'draft')`,
    [id, ownerId],
  );
  return id;
};
const ownerOf = async (studyId: string) => {
  const [row] = await at.running.source.query<{ owner_id: string }[]>(
    `SELECT owner_id FROM research.study WHERE id = $1`,
    [studyId],
  );
  return row?.owner_id;
};
const exists = (id: string) => countRows(at.running.source, 'identity.account WHERE id = $1', [id]);
const viaGoogle = async (email: string, body?: object) => {
  const answer = await at.oidc.through(
    200,
    'google',
    { sub: freshSubject(), email, email_verified: true, given_name: 'Ada', family_name: 'L' },
    body,
  );
  return (answer as { user: { _id: string } }).user._id;
};

describe('A researcher who registered twice and created a study under one registration', () => {
  it('owns the study in the account whose verification mail they confirmed', async () => {
    const email = freshEmail();
    const [first, second] = [await researcher(email), await researcher(email)];
    const study = await studyOf(first._id);
    await at.people.activate(await at.people.keyOf(second._id)).expect(200);
    expect([await ownerOf(study), await exists(first._id)]).toEqual([second._id, 0]);
    const { token } = (await at.people.signIn(email).expect(200)).body as { token: string };
    expect(
      (await at.running.http().get('/api/studies/?scope=mine').set(bearer(token)).expect(200)).body,
    ).toMatchObject({ items: [{ _id: study }] });
    expect(
      await countRows(
        at.running.source,
        `platform.outbox WHERE name = 'studies.study-changed' AND data ->> 'study_id' = $1`,
        [study],
      ),
    ).toBe(1);
  });

  it('owns the study in the account of the provider that verified the address', async () => {
    const email = freshEmail();
    const first = await researcher(email);
    const study = await studyOf(first._id);
    const winner = await viaGoogle(email, {
      purpose: 'sign-in',
      is_researcher: true,
      invitation_code: await invitation(),
    });
    expect([await ownerOf(study), await exists(first._id)]).toEqual([winner, 0]);
  });

  it('owns the study in an account that was provisioned for them', async () => {
    const email = freshEmail();
    const first = await researcher(email);
    const study = await studyOf(first._id);
    const placed = await work().run((tx) =>
      provisionAccount(
        tx,
        { email, first_name: 'Ada', last_name: 'L', passwordHash: 'x', is_researcher: true },
        at.running.clock.now(),
      ),
    );
    expect([await ownerOf(study), await exists(first._id)]).toEqual([placed.id, 0]);
  });

  it('keeps the registration if the active account is a participant’s; a registration without a study is deleted', async () => {
    const email = freshEmail();
    const [busy, idle] = [await researcher(email), await researcher(email)];
    const study = await studyOf(busy._id);
    const winner = await viaGoogle(email);
    expect([
      await ownerOf(study),
      await exists(busy._id),
      await exists(idle._id),
      await exists(winner),
    ]).toEqual([busy._id, 1, 0, 1]);
    // Another account with this address is ACTIVE. So the registration `busy`, which still exists,
    // allows no sign-in and cannot be activated.
    await at.people.signIn(email).expect(401);
    await at.people.activate(await at.people.keyOf(busy._id)).expect(400);
  });
});
