import { timeOrderedId } from '../../../server/platform/db/ids';
import { days } from '../../../server/platform/concurrency/clock';
import { makePerson } from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from './post-office';

const web = 'http://web.test:5173';

describe('Mails to one person', () => {
  let office: MailConsumerRig;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
  });
  afterAll(() => office.close());

  const dropped = async (what: Parameters<MailConsumerRig['states']>[0]) => {
    expect((await office.states(what)).map(({ state }) => state)).toEqual(['dropped']);
  };

  describe('A verification mail', () => {
    it('contains the activation link, is sent once from our address, and names no person', async () => {
      const { _id, email } = await makePerson(office.source, { status: 'NEW' });
      const key = await office.addVerification(_id);
      const what = newDomainEvent('identity.verification-requested', { account_id: _id });
      await office.react(what);
      const [mail, ...more] = office.inbox.to(email);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Confirm your email address');
      expect(mail?.text).toContain(`${web}/verify?key=${key}\n`);
      expect(mail?.html).toContain(`href="${web}/verify?key=${key}"`);
      // A stranger may have typed the address and chosen the name, so the mail must not contain the
      // name.
      expect(mail?.parsed.headers.get('to')).toMatchObject({
        value: [{ address: email, name: '' }],
      });
      expect(`${mail?.text}${mail?.html}`).not.toContain('Lovelace');
      expect(mail?.parsed.from?.text).toBe('"Commonlab" <no-reply@lab.test>');
      expect(mail?.parsed.messageId).toMatch(/^<[0-9a-f]{40}@web\.test>$/);
      expect(mail?.parsed.headers.get('x-request-id')).toBe('request-1');
      expect(mail?.parsed.headers.get('auto-submitted')).toBe('auto-generated');
      expect(await office.states(what)).toEqual([
        { state: 'sent', account_id: _id, message_id: mail?.parsed.messageId },
      ]);
    });

    it('is not sent if the address was verified in the meantime or the account was erased', async () => {
      const { _id, email } = await makePerson(office.source, { status: 'ACTIVE' });
      await office.addVerification(_id);
      for (const account_id of [_id, timeOrderedId()]) {
        const what = newDomainEvent('identity.verification-requested', { account_id });
        await office.react(what);
        await dropped(what);
      }
      expect(office.inbox.to(email)).toEqual([]);
    });

    it('names the provider that made the account, while that identity is not proved', async () => {
      const people = [
        await makePerson(office.source, { status: 'NEW' }),
        await makePerson(office.source, { status: 'NEW' }),
      ];
      for (const [i, { _id, email }] of people.entries()) {
        await office.addVerification(_id);
        await office.source.query(
          `INSERT INTO identity.identity (id, account_id, provider, issuer, subject, unproven)
           VALUES (gen_random_uuid(), $1, 'microsoft', 'https://issuer.test', $2, $3)`,
          [_id, email, i === 0],
        );
        await office.react(newDomainEvent('identity.verification-requested', { account_id: _id }));
      }
      const [mail, other] = people.map(({ email }) =>
        office.inbox.to(email)[0]?.text.replace(/\s+/g, ' '),
      );
      expect(mail).toContain(
        'Somebody made an account here with a Microsoft account that names this address.',
      );
      expect(other).not.toContain('Microsoft');
    });

    it('is in German for a person who chose German', async () => {
      const { _id, email } = await makePerson(office.source, { status: 'NEW', language: 'de' });
      await office.addVerification(_id);
      await office.react(newDomainEvent('identity.verification-requested', { account_id: _id }));
      expect(office.inbox.to(email)[0]?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
      expect(office.inbox.to(email)[0]?.html).toContain('lang="de"');
    });
  });

  describe('A mail with a reset code', () => {
    it('contains one unbroken code of eight characters, and no link with the code', async () => {
      const { _id, email } = await makePerson(office.source);
      const { id, code } = await office.addReset(_id);
      await office.react(
        newDomainEvent('identity.reset-requested', { reset_id: id, account_id: _id }),
      );
      expect(office.inbox.to(email)[0]?.text).toMatch(new RegExp(`^ *${code}$`, 'm'));
      expect(office.inbox.to(email)[0]?.html).toContain(`>${code}<`);
      // The link leads to the form for the code. With a link that contains the code, a stranger who
      // reads the mail could set a password.
      const links = [...(office.inbox.to(email)[0]?.html ?? '').matchAll(/href="([^"]*)"/g)].map(
        ([, href]) => href,
      );
      expect(links).toContain(`${web}/reset-password?step=code`);
      expect(links.filter((link) => link?.includes(code))).toEqual([]);
    });

    it('is not sent if the code was used or replaced', async () => {
      const { _id, email } = await makePerson(office.source);
      const [used, replaced, newest] = [
        await office.addReset(_id),
        await office.addReset(_id),
        await office.addReset(_id),
      ];
      await office.source.query(`DELETE FROM identity.password_reset WHERE id = $1`, [used.id]);
      for (const { id } of [used, replaced]) {
        const what = newDomainEvent('identity.reset-requested', { reset_id: id, account_id: _id });
        await office.react(what);
        await dropped(what);
      }
      await office.react(
        newDomainEvent('identity.reset-requested', { reset_id: newest.id, account_id: _id }),
      );
      expect(office.inbox.to(email)).toHaveLength(1);
    });
  });

  it('tell the owner of an address that it was registered again', async () => {
    const { _id, email } = await makePerson(office.source);
    await office.react(newDomainEvent('identity.known-address-registered', { account_id: _id }));
    expect(office.inbox.to(email)[0]?.subject).toBe('You already have an account');
    expect(office.inbox.to(email)[0]?.text).toContain(`${web}/reset-password`);
  });

  describe('about a participation', () => {
    it('confirm the enrolment, and are stored without account and message id', async () => {
      const { _id, email } = await makePerson(office.source);
      const ids = await office.addParticipation(_id, 'enrolled');
      const what = newDomainEvent('enrolment.participant-enrolled', ids);
      await office.react(what);
      const [mail] = office.inbox.to(email);
      expect(mail?.subject).toBe('You are enrolled: Colours & words');
      expect(mail?.text).toContain('about 20 minutes');
      expect(mail?.text).toContain('Start before: 24 December 2026 at 18:30 UTC');
      expect(mail?.text).toContain(`${web}/study/details/${ids.study_id}`);
      expect(await office.states(what)).toEqual([
        { state: 'sent', account_id: null, message_id: null },
      ]);
    });

    it('store nothing that leads to the event, to its time, or to the mail’s line in the log of a mail server', async () => {
      const { _id, email } = await makePerson(office.source);
      const what = newDomainEvent(
        'enrolment.participant-enrolled',
        await office.addParticipation(_id, 'enrolled'),
      );
      await office.react(what);
      await office.react(what);
      const [mail, ...more] = office.inbox.to(email);
      expect(more).toEqual([]);
      const rows: unknown[] = await office.source.query(
        'SELECT * FROM platform.mail WHERE key = ANY($1)',
        [office.keysOf(what)],
      );
      expect(rows).toHaveLength(1);
      const kept = JSON.stringify(rows);
      for (const lead of [what.id, mail?.parsed.messageId ?? '', what.data.participation_id])
        expect(kept).not.toContain(lead);
    });

    it('offer a reserved seat to a participant on the waitlist', async () => {
      const { _id, email } = await makePerson(office.source, { language: 'de' });
      await office.react(
        newDomainEvent(
          'enrolment.participant-offered',
          await office.addParticipation(_id, 'offered'),
        ),
      );
      expect(office.inbox.to(email)[0]?.subject).toBe(
        'Ein Platz ist für Sie frei: Colours & words',
      );
      expect(office.inbox.to(email)[0]?.text).toContain(
        'Reserviert bis: 24. Dezember 2026 um 18:30 UTC',
      );
    });

    it('are not sent if the person no longer has the seat or offer', async () => {
      const { _id, email } = await makePerson(office.source);
      const gone = newDomainEvent(
        'enrolment.participant-enrolled',
        await office.addParticipation(_id, 'withdrawn'),
      );
      const over = newDomainEvent(
        'enrolment.participant-offered',
        await office.addParticipation(_id, 'offer_expired'),
      );
      for (const what of [gone, over]) {
        await office.react(what);
        await dropped(what);
      }
      expect(office.inbox.to(email)).toEqual([]);
    });
  });

  describe('about the deletion of an account', () => {
    const pending = async () => {
      const person = await makePerson(office.source);
      const at = new Date(office.clock.now().getTime() + days(30));
      await office.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
        person._id,
        at,
      ]);
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
        at,
      );
      return { ...person, day };
    };

    it('name the date, and how to keep the account', async () => {
      const { _id, email, day } = await pending();
      await office.react(newDomainEvent('identity.deletion-requested', { account_id: _id }));
      await office.react(newDomainEvent('identity.deletion-reminder-due', { account_id: _id }));
      expect(office.inbox.to(email).map((m) => m.subject)).toEqual([
        'Your account will be deleted',
        `Your account will be deleted on ${day}`,
      ]);
      for (const mail of office.inbox.to(email)) {
        expect(mail.text).toContain(day);
        expect(mail.text).toContain(`${web}/signin`);
      }
    });

    it('are not sent if the deletion was cancelled', async () => {
      const { _id, email } = await pending();
      await office.source.query(`UPDATE identity.account SET deletion_at = NULL WHERE id = $1`, [
        _id,
      ]);
      for (const what of [
        newDomainEvent('identity.deletion-requested', { account_id: _id }),
        newDomainEvent('identity.deletion-reminder-due', { account_id: _id }),
      ]) {
        await office.react(what);
        await dropped(what);
      }
      expect(office.inbox.to(email)).toEqual([]);
    });
  });
});
