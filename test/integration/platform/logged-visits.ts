import type { DataExport } from '../../../contracts/data-rights/data-rights';
import { makeAdministrator } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { exportRequestsOf } from '../data-rights/requesting';
import { oidcRequestsOf } from '../authentication/oidc/oidc-people';
import { basicAuthHeader, bearer } from '../accounts/account-requests';
import { samlRequestsOf } from '../authentication/saml/saml-people';
import { bodyOf } from '../../support/app/body-of';
import { visitorAddress, type LogsRig } from './logs-rig';

/** Signs up, activates, signs in with right and wrong passwords, and resets the password. */
export async function signUpAndResetPassword({
  run,
  people,
  inbox,
  secret,
  from,
  names,
  password: accountPassword,
}: LogsRig): Promise<void> {
  secret('an address', visitorAddress);
  const body = {
    email: visitorAddress,
    password: accountPassword,
    password_confirmation: accountPassword,
    ...names,
    is_researcher: false,
  };
  const user = (await from(run.http().post('/api/users/')).send(body).expect(201)).body as {
    _id: string;
  };
  await from(run.http().post('/api/users/'))
    .send({
      ...body,
      is_researcher: true,
      invitation_code: secret('an invitation code', 'INVITE-ME-PLEASE-77'),
    })
    .expect(400);
  const key = secret('a verification key', await people.keyOf(user._id));
  await from(run.http().put('/api/users/profile/'))
    .send({ action: 'activate', key: secret('a wrong key', 'wrong-verification-key') })
    .expect(400);
  await from(run.http().put('/api/users/profile/')).send({ action: 'activate', key }).expect(200);
  await from(run.http().post('/api/users/')).send(body).expect(201);
  for (const [email, word] of [
    [visitorAddress, 'Wrong-Password-77'],
    [secret('an unknown address', 'nobody@unknown-mailbox.test'), accountPassword],
  ] as const) {
    await from(run.http().get('/api/users/profile/'))
      .set(basicAuthHeader(email, secret('a wrong password', word)))
      .expect(401);
    secret('Basic credentials', Buffer.from(`${email}:${word}`).toString('base64'));
  }
  await from(run.http().get('/api/users/profile/'))
    .set({ authorization: `Basic ${secret('unreadable credentials', 'bm8tY29sb24taW4taGVyZQ')}` })
    .expect(401);
  const { token } = (
    await from(run.http().get('/api/users/profile/?remember=true'))
      .set(basicAuthHeader(visitorAddress, accountPassword))
      .expect(200)
  ).body as { token: string };
  await from(run.http().get('/api/users/profile/')).set(bearer(token)).expect(200);
  await from(run.http().get('/api/users/profile/'))
    .set(bearer(secret('a bad token', 'Zm9yZ2VkLXRva2VuLWZvcmdlZA')))
    .expect(401);
  await from(run.http().post('/api/users/password/')).send({ email: visitorAddress }).expect(202);
  await eventually(
    () =>
      run.source.query<unknown[]>(`SELECT 1 FROM identity.password_reset WHERE account_id = $1`, [
        user._id,
      ]),
    (rows) => rows.length === 1,
  );
  const code = secret('a reset code', await people.codeOf(user._id));
  await from(run.http().put('/api/users/password/'))
    .send({
      email: visitorAddress,
      code: secret('a wrong code', 'ZZZZ9999'),
      password: 'Another-Walrus-2',
      password_confirmation: 'Another-Walrus-2',
    })
    .expect(400);
  await from(run.http().put('/api/users/password/'))
    .send({
      email: visitorAddress,
      code,
      password: secret('a new password', 'Another-Walrus-2'),
      password_confirmation: 'Another-Walrus-2',
    })
    .expect(204);
  const again = (await people.signIn(visitorAddress, 'Another-Walrus-2').expect(200)).body as {
    token: string;
  };
  await from(run.http().put('/api/users/profile/'))
    .send({ action: 'remove-token', token: again.token })
    .expect(204);
  await eventually(
    () => inbox.to(visitorAddress).length,
    (n) => n >= 3,
  );
}

/** Signs in by OpenID and by an organization, successfully and not. */
export async function signInByProviders({ run, issuers, secret, names }: LogsRig): Promise<void> {
  const oidc = oidcRequestsOf(run, issuers);
  const claims = {
    sub: secret('a subject', 'subject-of-somebody-4711'),
    email: secret('an address', 'elsewhere@private-mailbox.test'),
    email_verified: true,
    given_name: names.first_name,
    family_name: names.last_name,
  };
  const begun = await oidc.begin('google', claims);
  for (const [name, value] of new URLSearchParams(begun.query))
    if (value.length > 12 && name !== 'iss') secret(`${name} of a provider`, value);
  await oidc.finish('google', { ...begun, query: `${begun.query}x` });
  const second = await oidc.begin('google', claims);
  await oidc.finish('google', second).expect(200);
  await oidc.finish('google', second);
  await oidc.withToken(
    'google',
    secret('an ID token', await issuers.google.idToken(claims)),
    `&invitation_code=${secret('an invitation code in a query', 'QUERY-INVITE-88')}&is_researcher=true`,
  );
  await oidc
    .withToken(
      'google',
      secret(
        'a forged ID token',
        `${await issuers.google.sign({ sub: 'x', email: claims.email, exp: 1 })}`,
      ),
    )
    .expect(401);
  issuers.google.is('broken');
  await oidc.finish(
    'google',
    await oidc
      .begin('google', claims)
      .catch(() => ({ flow_key: 'none-at-all', query: 'code=none&state=none' })),
  );
  issuers.google.is('up');
  const saml = await samlRequestsOf(run);
  const uni = await saml.connect();
  secret('an address of an organization', `somebody@${uni.domain}`);
  const answer = await saml.answerFrom(uni);
  secret('an assertion', answer.SAMLResponse.slice(200, 260));
  const access = secret('a code of single sign-on', await saml.codeAfter(answer));
  const { token } = (await saml.redeem(access).expect(200)).body as { token: string };
  await saml.profile(token);
  await saml.redeem(secret('a wrong code of single sign-on', 'wrong-saml-access-code'));
  await saml.after(answer);
  await saml.post({ SAMLResponse: Buffer.from(`<a>${visitorAddress}</a>`).toString('base64') });
  await run.http().get('/api/saml/redirect_url/').query({ user_email: visitorAddress });
}

/**
 * Takes part in a study, appears in a roster, requests a data copy, is found by a search, and
 * watches live updates.
 */
export async function takePartInStudy({
  run,
  people,
  inbox,
  secret,
  names,
}: LogsRig): Promise<void> {
  const { token } = (await people.signIn(visitorAddress, 'Another-Walrus-2').expect(200)).body as {
    token: string;
  };
  const study = await recruit(run, { privacy_level: 'roster_on_start' });
  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${study.session_id}/participations/`)
      .set(bearer(token))
      .send({ consent: study.consent })
      .expect(201),
  );
  await run
    .http()
    .put(`/api/participations/${(body as { _id: string })._id}/`)
    .set(bearer(token))
    .send({ action: 'start' })
    .expect(200);
  await run
    .http()
    .get(`/api/sessions/${study.session_id}/roster/`)
    .set(study.researcher.headers)
    .expect(200);
  const page = await openTestSocket(run.url, token);
  await page.watch('me');
  await page.watch(`study:${visitorAddress}`);
  await expect(
    openTestSocket(run.url, secret('a bad token of a socket', 'c29ja2V0LXRva2VuLWZvcmdlZA')),
  ).rejects.toThrow();
  const asking = exportRequestsOf(run);
  const copy = await asking.ready(
    bearer(token),
    ((await asking.ask(bearer(token)).expect(202)).body as DataExport)._id,
  );
  await asking.fetchFile(copy.download_url ?? '').expect(200);
  await asking
    .fetchFile(`${copy.download_url}${secret('an altered signature', 'altered-signature')}`)
    .expect(404);
  page.close();
  const administrator = await makeAdministrator(run.source);
  await run
    .http()
    .get('/api/users/')
    .query({ text: names.last_name })
    .set(administrator.headers)
    .expect(200);
  await run
    .http()
    .get('/api/users/')
    .query({ text: visitorAddress })
    .set(administrator.headers)
    .expect(200);
  const invitation = (
    await run.http().post('/api/invitations/').set(administrator.headers).send({}).expect(201)
  ).body as { code: string };
  secret('an invitation code', invitation.code);
  await run.http().delete('/api/users/profile/').set(bearer(token)).expect(202);
  await eventually(
    () => inbox.to(visitorAddress).some((m) => m.subject === 'Your copy is ready'),
    Boolean,
  );
}
