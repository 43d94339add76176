import {
  mailTime,
  mailLocale,
  testMailRendering,
} from '../../../test/support/files/mail-rendering';
import { sessionClosingMail } from './closing.mail';
import { consentWithdrawnMail } from './consent-withdrawal.mail';
import { decisionMail, timedOutMail, waitEndedMail } from './ended.mail';
import { leaseEndingMail } from './participation.mail';
import type { PaymentInMail } from './payment';

const study = { study_id: 'study-1', title: 'Colours & words' };
const lease = { ...study, start_before: mailTime, by_appointment: false, own_zone: null };
const rejected = {
  ...study,
  decision: 'rejected',
  reason: 'Two <b>checks</b> failed',
  category: 'failed_checks',
  unreviewed: false,
  payment: null,
} as const;
const approved = { ...rejected, decision: 'approved', reason: null, category: null } as const;

const payment = (
  state: PaymentInMail['state'],
  more: Partial<PaymentInMail> = {},
): PaymentInMail => ({
  reward: { amount: 450, currency: 'EUR' },
  state,
  part_due: null,
  terms: { how: 'bank transfer', within_days: 14 },
  payer: { first_name: 'Grace', last_name: 'Hopper', organization: 'Lab of X' },
  by: state === 'approved' ? new Date('2027-01-02T10:00:00Z') : null,
  ...more,
});

testMailRendering({
  closing: (to) => sessionClosingMail(to, { ...study, ends: mailTime, start_before: mailTime }),
  lease: (to) => leaseEndingMail(to, lease),
  'timed out': (to) => timedOutMail(to, { ...study, has_started: true }),
  'wait ended': (to) => waitEndedMail(to, { ...study, closed: true }),
  rejected: (to) => decisionMail(to, rejected),
  'consent withdrawn': (to) =>
    consentWithdrawnMail(to, { ...study, reason: 'Another wording', has_started: false }),
  approved: (to) => decisionMail(to, approved),
  'approved and paid': (to) => decisionMail(to, { ...approved, payment: payment('approved') }),
  'rejected and not paid': (to) => decisionMail(to, { ...rejected, payment: payment('rejected') }),
});

describe('the email about the end of a participation', () => {
  it("quotes the researchers' reason as plain text, with its category in the recipient's language", () => {
    const { html, text } = decisionMail(mailLocale('de'), rejected);
    expect(html).toContain('Two &lt;b&gt;checks&lt;/b&gt; failed');
    expect(text).toContain('Aufmerksamkeitsprüfungen nicht bestanden');
  });

  it('links to the page for messages to the researchers when they made the decision', () => {
    const { text } = decisionMail(mailLocale(), {
      ...rejected,
      decision: 'nullified',
      category: null,
    });
    expect(text).toContain('your history has a link for that beside the study');
    expect(text).toContain('/history/participation');
  });

  it('says of an approval whether the researchers made it, or let the time for objections pass', () => {
    expect(decisionMail(mailLocale(), approved).text).toContain('The researchers approved');
    expect(decisionMail(mailLocale(), { ...approved, unreviewed: true }).text).toContain(
      'within 21 days',
    );
  });

  it('states how much is paid, by whom, how, and by which day, when the participation was approved', () => {
    const paid = { ...approved, payment: payment('approved') };
    const { text } = decisionMail(mailLocale(), paid);
    expect(text).toContain('Reward: €4.50');
    expect(text).toContain(
      'Lab of X pays within 14 days after approval, by 2 January 2027 at the latest: bank transfer',
    );
    const german = decisionMail(mailLocale('de'), paid).text;
    expect(german).toContain('Vergütung: 4,50 €');
    expect(german).toContain(
      'Lab of X zahlt innerhalb von 14 Tagen nach der Anerkennung, spätestens am 2. Januar 2027: bank transfer',
    );
  });

  it.each(['rejected', 'nullified', 'no_show'] as const)(
    'names the amount that is not paid when the participation is %s',
    (decision) => {
      const { text } = decisionMail(mailLocale(), {
        ...rejected,
        decision,
        payment: payment(decision),
      });
      expect(text).toContain('Reward: €4.50');
      expect(text).toContain('This participation is not paid.');
      expect(text).not.toContain('bank transfer');
    },
  );

  it('tells a participant who was screened out to ask the researchers for a part of the reward', () => {
    const { text } = decisionMail(mailLocale(), {
      ...rejected,
      decision: 'screened_out',
      payment: payment('screened_out'),
    });
    expect(text).toContain('Ask the researchers whether they pay a part.');
  });

  it('tells the participant to ask the researchers about payment when the launch had no payment terms', () => {
    const { text } = decisionMail(mailLocale(), {
      ...approved,
      payment: payment('approved', { terms: null, by: null }),
    });
    expect(text).toContain('Ask the researchers how and when they pay.');
  });

  it('names the deadline for the start, or the one to choose a slot, when it reminds the participant', () => {
    expect(leaseEndingMail(mailLocale(), lease).text).toContain('24 December 2026 at 18:30 UTC');
    const onSite = { ...lease, by_appointment: true, own_zone: 'Asia/Kolkata' };
    expect(leaseEndingMail(mailLocale(), onSite).text).toContain(
      'Choose a slot before: 25 December 2026 at 00:00 (Asia/Kolkata)',
    );
  });
});
