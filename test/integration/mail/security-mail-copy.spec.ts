import { randomUUID } from 'node:crypto';
import { makeResearcher } from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from './post-office';

const web = 'http://web.test:5173';

describe('Mails about the security of an account', () => {
  let office: MailConsumerRig;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
  });
  afterAll(() => office.close());

  const addFactors = async (accountId: string, passkeys: number) => {
    await office.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x01', now())`,
      [accountId],
    );
    for (let i = 0; i < passkeys; i++)
      await office.source.query(
        `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
         VALUES ($1, $2, $3, '\\x01', 0, '{}', 'Secret name')`,
        [randomUUID(), accountId, Buffer.from(randomUUID())],
      );
  };

  it('report a new password, and that all sign-ins have ended', async () => {
    const { _id, email } = await makeResearcher(office.source);
    await office.react(newDomainEvent('identity.password-reset', { account_id: _id }));
    const [mail, ...more] = office.inbox.to(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your password was changed');
    expect(mail?.text).toContain('You were signed out everywhere.');
    expect(mail?.text).toContain(`${web}/signin`);
  });

  it('list the present second factors, also in German, and report when none is left', async () => {
    const [person, german] = [
      await makeResearcher(office.source),
      await makeResearcher(office.source, { language: 'de' }),
    ];
    await addFactors(person._id, 2);
    await addFactors(german._id, 1);
    for (const { _id } of [person, german])
      await office.react(newDomainEvent('identity.second-factor-changed', { account_id: _id }));
    expect(office.inbox.to(person.email)[0]?.text).toContain(
      'Set up now: an authenticator app, 2 passkeys.',
    );
    expect(office.inbox.to(person.email)[0]?.text).toContain(`${web}/profile/#second-factor`);
    expect(office.inbox.to(person.email)[0]?.text).not.toContain('Secret name');
    expect(office.inbox.to(german.email)[0]?.text).toContain(
      'Jetzt eingerichtet: eine Authenticator-App, ein Passkey.',
    );
    await office.source.query(`DELETE FROM identity.totp WHERE account_id = $1`, [person._id]);
    await office.source.query(`DELETE FROM identity.passkey WHERE account_id = $1`, [person._id]);
    await office.react(
      newDomainEvent('identity.second-factor-changed', { account_id: person._id }),
    );
    expect(office.inbox.to(person.email)[1]?.text).toContain('Set up now: none');
  });
});
