import { randomBytes, randomUUID } from 'node:crypto';
import type { TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { eventually } from '../../../support/chance/wait';
import { openTestSocket } from '../../../support/app/watcher';
import { exportRequestsOf } from '../../data-rights/requesting';
import { bearer, countRows } from '../account-requests';
import type { TracesRig } from './traces-rig';
import { bodyOf } from '../../../support/app/body-of';

export const uniqueFirstName = 'Zenobiah-Quörg';
export const uniqueLastName = 'Vanderplumpington';
export const uniqueAddress = 'zenobiah.vanderplumpington@distinctive-mailbox.test';
const said = [
  'Erforscht Xylophonverklumpung',
  'Grund-Wurbelschnaps',
  'Schlüssel-Knorzblau',
  'subjekt-pflaumenkern-77',
];
export const personalTexts = [
  uniqueFirstName,
  uniqueLastName,
  uniqueAddress,
  uniqueAddress.toUpperCase(),
  'distinctive-mailbox',
  ...said,
];

/**
 * Lets a person use every feature: the person registers twice, verifies, resets the password,
 * enters demographics, signs in every way, has a second factor, a study, a roster, data copies and
 * mails.
 */
export async function useEveryFeature(
  { run, people }: TracesRig,
  study: RecruitingStudy,
  administrator: TestPerson,
): Promise<string> {
  const sql = (text: string, values: unknown[]) => run.source.query(text, values);
  const planted = await people.register(uniqueAddress, {
    first_name: uniqueFirstName,
    last_name: uniqueLastName,
  });
  const user = await people.register(uniqueAddress, {
    first_name: uniqueFirstName,
    last_name: uniqueLastName,
  });
  await people.activate(await people.keyOf(user._id)).expect(200);
  expect(await countRows(run.source, 'identity.account WHERE id = $1', [planted._id])).toBe(0);
  await people.register(uniqueAddress, { first_name: uniqueFirstName, last_name: uniqueLastName });
  for (let n = 0; n < 3; n++) await people.signIn(uniqueAddress, `Wrong-${n}-Pass`).expect(401);
  await run.http().post('/api/users/password/').send({ email: uniqueAddress }).expect(202);
  await eventually(
    () => countRows(run.source, 'identity.password_reset WHERE account_id = $1', [user._id]),
    (n) => n === 1,
  );
  await run
    .http()
    .put('/api/users/password/')
    .send({
      email: uniqueAddress,
      code: await people.codeOf(user._id),
      password: 'New-Horse-Battery-2',
      password_confirmation: 'New-Horse-Battery-2',
    })
    .expect(204);
  await run.http().post('/api/users/password/').send({ email: uniqueAddress }).expect(202);
  const { token } = (
    await people.signIn(uniqueAddress, 'New-Horse-Battery-2', '?remember=true').expect(200)
  ).body as { token: string };
  const headers = bearer(token);
  await run
    .http()
    .put('/api/demographics/')
    .set(headers)
    .send({ education_level: 'doctorate', date_of_birth: '1931-07-13' })
    .expect(200);
  await run.http().put('/api/users/profile/').set(headers).send({ interests: said[0] }).expect(200);
  await run
    .http()
    .get(`/api/users/?text=${encodeURIComponent(uniqueLastName)}`)
    .set(administrator.headers)
    .expect(200);

  await sql(
    `INSERT INTO identity.identity (id, account_id, provider, issuer, subject) VALUES ($1, $2, 'orcid', 'https://orcid.org', $3)`,
    [randomUUID(), user._id, said[3]],
  );
  await sql(
    `INSERT INTO identity.pending_identity_link (id, token_hash, account_id, provider, issuer, subject, expires_at)
     VALUES ($1, $2, $3, 'google', 'https://accounts.google.com', $4, now() + interval '1 year')`,
    [randomUUID(), randomBytes(32), user._id, said[3]],
  );
  await sql(
    `INSERT INTO identity.oidc_flow (id, key_hash, provider, purpose, account_id, remember, is_researcher, expires_at)
     VALUES ($1, $2, 'google', 'link', $3, false, false, now() + interval '1 year')`,
    [randomUUID(), randomBytes(32), user._id],
  );
  await sql(`INSERT INTO identity.totp (account_id, secret) VALUES ($1, $2)`, [
    user._id,
    Buffer.from(uniqueAddress),
  ]);
  await sql(
    `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $3, 0, '{usb}', $4)`,
    [randomUUID(), user._id, randomBytes(16), said[2]],
  );
  await sql(
    `INSERT INTO identity.passkey_registration (account_id, challenge, expires_at) VALUES ($1, $2, now() + interval '1 year')`,
    [user._id, uniqueAddress],
  );
  await sql(`INSERT INTO identity.recovery_code (id, account_id, code_hash) VALUES ($1, $2, $3)`, [
    randomUUID(),
    user._id,
    randomBytes(32),
  ]);
  await sql(`INSERT INTO identity.account_note (id, account_id, reason) VALUES ($1, $2, $3)`, [
    randomUUID(),
    user._id,
    said[1],
  ]);
  await sql(
    `INSERT INTO identity.review (id, account_id, state, organization, interests, reason)
     VALUES ($1, $2, 'rejected', 'Uni', $3, $4)`,
    [randomUUID(), user._id, said[0], `${said[1]} ${uniqueLastName}`],
  );

  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${study.session_id}/participations/`)
      .set(headers)
      .send({ consent: study.consent })
      .expect(201),
  );
  const participation = `/api/participations/${(body as { _id: string })._id}/`;
  await run.http().put(participation).set(headers).send({ action: 'start' }).expect(200);
  await run.http().put(participation).set(headers).send({ action: 'complete' }).expect(200);
  const roster = await run
    .http()
    .get(`/api/sessions/${study.session_id}/roster/`)
    .set(study.researcher.headers)
    .expect(200);
  expect(JSON.stringify(roster.body)).toContain(uniqueAddress);

  const page = await openTestSocket(run.url, token);
  await page.watch('me');
  const asking = exportRequestsOf(run);
  expect((await asking.copyOf(headers))['account.json']).toContain(uniqueAddress);
  await asking.ask(headers).expect(202);
  await run.http().delete('/api/users/profile/').set(headers).expect(202);
  // The deletion request ended the earlier unfinished sign-ins, so the person begins another one
  // and does not finish it.
  await sql(
    `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, device, remembered, expires_at)
     VALUES ($1, $2, $3, 'password', $4, false, now() + interval '1 year')`,
    [randomUUID(), randomBytes(32), user._id, uniqueLastName],
  );
  page.close();
  return user._id;
}
