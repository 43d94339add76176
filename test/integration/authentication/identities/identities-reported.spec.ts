/**
 * @engines one: needs the workers only to send the mail, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { RunningWorkers } from '../../../../workers/start';
import type { RunningApp } from '../../../support/app/app';
import { eventually } from '../../../support/chance/wait';
import { openTestSocket } from '../../../support/app/watcher';
import { startTestWorkers } from '../../../support/app/workers';
import { Inbox } from '../../mail/inbox';
import {
  freshSubject,
  oidcRequestsOf,
  startAppWithOidcIssuers,
  startOidcIssuers,
  type OidcIssuers,
} from '../oidc/oidc-people';
import { bearer, freshEmail, accountRequestsOf } from '../../accounts/account-requests';

const inbox = new Inbox();
let issuers: OidcIssuers;
let running: RunningApp;
let workers: RunningWorkers;
beforeAll(async () => {
  await inbox.start();
  issuers = await startOidcIssuers();
  running = await startAppWithOidcIssuers(issuers, { environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(running);
});
afterAll(async () => {
  await workers?.close();
  await running?.close();
  await issuers.close();
  await inbox.stop();
});

const until = (probe: () => boolean) => eventually(probe, (yes) => yes);

it('A newly linked identity is reported immediately, by mail and to the open browsers of the account', async () => {
  const member = await accountRequestsOf(running).member({ language: 'de' });
  const browser = await openTestSocket(running.url, member.token);
  try {
    await browser.watch('me');
    const told = () => browser.messages.filter((m) => m.name === 'user.updated').length;
    const before = told();
    await running
      .http()
      .put('/api/identities/')
      .set(bearer(member.token))
      .send({
        provider: 'google',
        token: await issuers.google.idToken({ sub: freshSubject(), email: freshEmail() }),
      })
      .expect(200);
    await until(() => told() > before);
    const letters = () =>
      inbox.to(member.email).filter((m) => m.subject === 'Eine neue Anmeldung wurde hinzugefügt');
    await until(() => letters().length > 0);
    expect(letters()[0]?.text).toContain('ein weiterer Weg der Anmeldung hinzugefügt: Google.');
    expect(letters()[0]?.text).toContain(`${running.config.publicWebUrl}/profile/#sign-in-methods`);
    const linked = told();
    await running
      .http()
      .delete('/api/identities/')
      .set(bearer(member.token))
      .send({ provider: 'google' })
      .expect(200);
    await until(() => told() > linked);
    expect(letters()).toHaveLength(1);
  } finally {
    browser.close();
  }
});

it('A first sign-in by an identity sends only the confirmation mail, no mail about a new way to sign in', async () => {
  const email = freshEmail();
  await oidcRequestsOf(running, issuers).through(200, 'google', {
    sub: freshSubject(),
    email,
    email_verified: false,
  });
  await until(() => inbox.to(email).length > 0);
  expect(inbox.to(email).map((m) => m.subject)).toEqual(['Confirm your email address']);
});
