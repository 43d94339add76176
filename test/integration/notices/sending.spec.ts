import type { ParsedMail } from 'mailparser';
import type { DomainEvent } from '../../../contracts/base/events';
import type { NoticeKind } from '../../../contracts/notices/notices';
import type { Config } from '../../../server/config';
import { UnsubscribeTokens } from '../../../server/notices/unsubscribe-tokens';
import { makePerson, type TestPerson } from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from '../mail/post-office';

// Runs the mail consumer as the workers do, with an SMTP server.
let office: MailConsumerRig;
let person: TestPerson;
beforeAll(async () => {
  office = await MailConsumerRig.open();
});
beforeEach(async () => {
  person = await makePerson(office.source);
});
afterAll(() => office.close());

const header = (mail: ParsedMail | undefined, name: string) =>
  mail?.headerLines
    .find(({ key }) => key === name)
    ?.line.replace(/^[^:]*:\s*/, '')
    .replace(/\s+/g, '');

const switchOff = (kind: NoticeKind) =>
  office.source.query(
    `INSERT INTO identity.notice_preference (account_id, off) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET off = $2`,
    [person._id, [kind]],
  );
/**
 * Makes a participation with a deadline, of which the person has to be reminded.
 * @returns the event for the reminder
 */
async function reminderDue(): Promise<DomainEvent> {
  office.clock.advance(Date.parse('2026-12-24T12:00:00Z') - office.clock.now().getTime());
  return newDomainEvent(
    'enrolment.lease-ending',
    await office.addParticipation(person._id, 'enrolled'),
  );
}
async function decisionDue(reward: number | null): Promise<DomainEvent> {
  const ids = await office.addParticipation(person._id, 'approved');
  await office.source.query(
    `UPDATE research.session SET reward_amount = $2, reward_currency = $3 WHERE id = $1`,
    [ids.session_id, reward, reward === null ? null : 'EUR'],
  );
  return newDomainEvent('enrolment.participant-decided', ids);
}

describe('A mail that people can switch off', () => {
  it('has the one-click unsubscribe header, whose link is for this kind and this person', async () => {
    await office.react(await reminderDue());
    const [mail] = office.inbox.to(person.email);
    expect(header(mail?.parsed, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = /^<(.*)>$/.exec(header(mail?.parsed, 'list-unsubscribe') ?? '')?.[1] ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/notices\/unsubscribe\/[\w-]+\/$/);
    expect(
      new UnsubscribeTokens(office.secrets, { publicApiUrl: '' } as Config).read(
        url.split('/').at(-2) ?? '',
      ),
    ).toEqual({
      accountId: person._id,
      kind: 'reminder',
    });
  });

  it('has a link to the preferences in its footer, as every mail does', async () => {
    await office.react(await reminderDue());
    await office.react(
      newDomainEvent('identity.known-address-registered', { account_id: person._id }),
    );
    const mails = office.inbox.to(person.email);
    expect(mails).toHaveLength(2);
    for (const { text, html } of mails) {
      expect(text).toContain('http://web.test:5173/profile/notices');
      expect(html).toContain('href="http://web.test:5173/profile/notices"');
    }
    // The mail about the account is mandatory: no header offers to unsubscribe.
    expect(header(mails[1]?.parsed, 'list-unsubscribe')).toBeUndefined();
  });

  it('is not sent once the person has switched its kind off, also if it waited for the mail server', async () => {
    const due = await reminderDue();
    office.inbox.onRecipient = () => {
      throw Object.assign(new Error('later'), { responseCode: 451 });
    };
    await expect(office.react(due)).rejects.toThrow();
    office.inbox.onRecipient = () => undefined;
    await switchOff('reminder');
    await office.react(due);
    expect(office.inbox.to(person.email)).toEqual([]);
    // A mail that was dropped is not sent later, even if the job runs again.
    await switchOff('decision');
    await office.react(due);
    expect(office.inbox.to(person.email)).toEqual([]);
  });

  it('is sent while the person has switched off only other kinds', async () => {
    await switchOff('session_closing');
    await office.react(await reminderDue());
    expect(office.inbox.to(person.email)).toHaveLength(1);
  });

  it('about a decision is still sent if it concerns payment', async () => {
    await switchOff('decision');
    await office.react(await decisionDue(null));
    expect(office.inbox.to(person.email)).toEqual([]);
    await office.react(await decisionDue(450));
    const [mail] = office.inbox.to(person.email);
    expect(mail?.subject).toContain('Colours & words');
    expect(header(mail?.parsed, 'list-unsubscribe')).toBeUndefined();
  });

  it('about a participation is stored without account and Message-ID', async () => {
    await office.react(await reminderDue());
    const rows: { account_id: string | null; message_id: string | null }[] =
      await office.source.query(
        `SELECT account_id, message_id FROM platform.mail WHERE template = 'lease-ending'`,
      );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.account_id === null && row.message_id === null)).toBe(true);
  });
});

describe('A mail that people cannot switch off', () => {
  it('is sent even if all optional kinds are off', async () => {
    await office.source.query(
      `INSERT INTO identity.notice_preference (account_id, off)
       VALUES ($1, ARRAY['reminder', 'slot_change', 'decision', 'session_closing', 'message'])`,
      [person._id],
    );
    await office.react(
      newDomainEvent('identity.known-address-registered', { account_id: person._id }),
    );
    await office.react(
      newDomainEvent(
        'enrolment.participant-enrolled',
        await office.addParticipation(person._id, 'enrolled'),
      ),
    );
    expect(office.inbox.to(person.email)).toHaveLength(2);
  });
});
