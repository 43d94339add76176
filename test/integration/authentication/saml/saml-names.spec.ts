import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { emailAddressNameId, unspecifiedNameId } from '../../../support/sign-in/saml-idp';
import { accountRequestsOf } from '../../accounts/account-requests';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';
import { bodyOf } from '../../../support/app/body-of';

let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

const byDefault = async (uni: ConnectedProvider, email: string, query: object = {}) =>
  uni.idp.answerByDefault(
    await uni.idp.asked(await saml.redirectUrl(email, query), saml.metadata),
    saml.metadata,
    email,
  );
const userOf = async (headers: Record<string, string>) =>
  (await running.http().get('/api/users/profile/').set(headers).expect(200)).body as object;

describe('A provider with default settings', () => {
  it.each([
    ['an address', emailAddressNameId],
    ['no said kind', unspecifiedNameId],
  ])(
    'signs people in when the name ID is an address of %s, recognises them, and makes their names from it',
    async (_, nameIdFormat) => {
      const uni = await saml.connect({ nameIdFormat });
      const email = `Ada.Lovelace@${uni.domain}`;
      const person = await saml.enter(await byDefault(uni, email));
      expect(await userOf(person.headers)).toMatchObject({
        email: email.toLowerCase(),
        first_name: 'Ada',
        last_name: 'Lovelace',
        status: 'ACTIVE',
        identities: [{ provider: 'ssoready' }],
      });
      expect((await saml.enter(await byDefault(uni, email.toLowerCase())))._id).toBe(person._id);
      expect((await saml.enter(await byDefault(uni, `grace@${uni.domain}`)))._id).not.toBe(
        person._id,
      );
    },
  );

  it('reports no time, so a sign-in does not count as recent and is refused where a fresh one is required', async () => {
    const uni = await saml.connect({ nameIdFormat: emailAddressNameId });
    const email = `ada@${uni.domain}`;
    const { headers } = await saml.enter(await byDefault(uni, email));
    expect(
      (
        await running
          .http()
          .delete('/api/identities/')
          .set(headers)
          .send({ provider: 'google' })
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'recent_sign_in_required' });
    expect(
      (await running.http().get('/api/security/').set(headers).expect(200)).body,
    ).toMatchObject({ signed_in_at: '1970-01-01T00:00:00.000Z' });
    expect(await saml.errorAfter(await byDefault(uni, email, { fresh: 'true' }))).toBe(
      'sign_in_not_fresh',
    );
  });

  it('can be tested with a trial sign-on', async () => {
    const uni = await saml.connect({ nameIdFormat: emailAddressNameId });
    const body = await bodyOf(
      running
        .http()
        .post(`/api/saml/connections/${uni.id}/test/`)
        .set(saml.administrator.headers)
        .expect(200),
    );
    const request = await uni.idp.asked(
      (body as { redirect_url: string }).redirect_url,
      saml.metadata,
    );
    await saml.after(await uni.idp.answerByDefault(request, saml.metadata, `ada@${uni.domain}`));
    expect((await saml.connectionOf(uni.id))?.last_test).toMatchObject({
      ok: true,
      code: 'signed_on',
    });
  });

  it('does not take over an existing account with the same address', async () => {
    const uni = await saml.connect({ nameIdFormat: emailAddressNameId });
    const people = accountRequestsOf(running);
    const member = await people.register(`member@${uni.domain}`);
    await people.activate(await people.keyOf(member._id)).expect(200);
    expect(
      (await saml.profile(await saml.tokenAfter(await byDefault(uni, member.email))).expect(409))
        .body,
    ).toMatchObject({ code: 'identity_proof_needed' });
  });
});

describe('Name IDs of different formats', () => {
  const enterAs = async (
    uni: ConnectedProvider,
    nameIdFormat: string,
    nameId: string,
    attributes: Record<string, string>,
  ) => saml.enter(await saml.answerFrom(uni, { nameIdFormat, nameId, attributes }));

  it('recognise a person by the login name, even with a different address', async () => {
    const uni = await saml.connect();
    const once = await enterAs(uni, unspecifiedNameId, 'ada', {
      email: `ada@${uni.domain}`,
      firstName: 'Ada',
      lastName: 'King',
    });
    expect(await userOf(once.headers)).toMatchObject({
      first_name: 'Ada',
      last_name: 'King',
      email: `ada@${uni.domain}`,
    });
    expect(
      (await enterAs(uni, unspecifiedNameId, 'ada', { email: `countess@${uni.domain}` }))._id,
    ).toBe(once._id);
  });

  it('are kept apart: a person with the same text in a different format has to prove that the account is theirs', async () => {
    const uni = await saml.connect();
    const email = `ada@${uni.domain}`;
    await enterAs(uni, emailAddressNameId, email, { displayName: 'Ada Lovelace' });
    for (const nameId of [email, `email:${email}`]) {
      expect(
        (
          await saml
            .profile(
              await saml.tokenAfter(
                await saml.answerFrom(uni, { nameId, attributes: { mail: email } }),
              ),
            )
            .expect(409)
        ).body,
      ).toMatchObject({ code: 'identity_proof_needed' });
    }
    expect(
      (
        await saml
          .profile(
            await saml.tokenAfter(
              await saml.answerFrom(uni, {
                nameIdFormat: unspecifiedNameId,
                nameId: `email:${email}`,
                attributes: { mail: email },
              }),
            ),
          )
          .expect(409)
      ).body,
    ).toMatchObject({ code: 'identity_proof_needed' });
  });
});

it('A person is a different one if the same name ID has a different name qualifier', async () => {
  const hub = await saml.connect();
  const subjects: (string | undefined)[] = [];
  for (const [nameQualifier, mail] of [
    [null, 'a'],
    [hub.idp.entityId, 'a'],
    ['https://upstream-1.test', 'b'],
    ['https://upstream-2.test', 'c'],
  ] as const) {
    const { _id } = await saml.enter(
      await saml.answerFrom(hub, {
        nameId: 'same',
        nameQualifier,
        attributes: { mail: `${mail}@${hub.domain}` },
      }),
    );
    subjects.push(_id);
  }
  expect(subjects[1]).toBe(subjects[0]);
  expect(new Set(subjects).size).toBe(3);
});
