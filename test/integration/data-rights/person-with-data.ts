import { randomBytes, randomUUID } from 'node:crypto';
import { type RunningApp } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { Inbox } from '../mail/inbox';
import { bodyOf } from '../../support/app/body-of';

/** A day one month ago. The retention job still keeps rows of that day. */
export const dayAMonthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);

export const studyTitle = 'Farben und Wörter';

/**
 * Makes a person with data in each file of the copy: a participation with names, a password reset,
 * a linked identity, a second factor. Waits until all emails about them are sent.
 */
export async function makePersonWithData(run: RunningApp, inbox: Inbox) {
  const person = await makePerson(run.source, {
    first_name: 'Wilhelmina',
    last_name: 'Krüger',
    language: 'de',
  });
  const recruiting = await recruit(run, { privacy_level: 'roster_on_start', title: studyTitle });
  await run
    .http()
    .put('/api/demographics/')
    .set(person.headers)
    .send({ education_level: 'master', date_of_birth: '1990-04-01' })
    .expect(200);
  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${recruiting.session_id}/participations/`)
      .set(person.headers)
      .send({ consent: recruiting.consent })
      .expect(201),
  );
  const participationId = (body as { _id: string })._id;
  await run
    .http()
    .put(`/api/participations/${participationId}/`)
    .set(person.headers)
    .send({ action: 'start' })
    .expect(200);
  await run
    .http()
    .put(`/api/participations/${participationId}/`)
    .set(person.headers)
    .send({ action: 'complete' })
    .expect(200);
  await run
    .http()
    .get(`/api/sessions/${recruiting.session_id}/roster/`)
    .set(recruiting.researcher.headers)
    .expect(200);
  await run.http().post('/api/users/password/').send({ email: person.email }).expect(202);
  await run.source.query(
    `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
     VALUES ($1, $2, 'google', 'https://accounts.google.com', 'subject-77')`,
    [randomUUID(), person._id],
  );
  await run.source.query(
    `INSERT INTO identity.known_place (id, account_id, kind, hash, second_factor, last_day)
     VALUES ($1, $2, 'browser', 'known-place-bytes', true, '${dayAMonthAgo}')`,
    [randomUUID(), person._id],
  );
  await run.source.query(
    `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, $2, now())`,
    [person._id, Buffer.from('totp-secret-bytes')],
  );
  await run.source.query(
    `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $4, 0, '{usb}', 'Blauer Schlüssel')`,
    [randomUUID(), person._id, randomBytes(16), Buffer.from('public-key-bytes')],
  );
  await run.source.query(
    `INSERT INTO identity.recovery_code (id, account_id, code_hash) VALUES ($1, $2, $3)`,
    [randomUUID(), person._id, Buffer.from('recovery-hash-bytes')],
  );
  await eventually(
    () => inbox.to(person.email).length,
    (n) => n >= 2,
  );
  // The mail server gets an email before the product records it as sent. So the function waits
  // until the product has recorded all emails as sent.
  await eventually(
    () => run.source.query<unknown[]>(`SELECT 1 FROM platform.mail WHERE state = 'claimed'`),
    (claimed) => claimed.length === 0,
  );
  return { person, recruiting, participationId };
}
