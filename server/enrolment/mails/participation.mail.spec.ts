import {
  mailTime,
  mailLocale,
  testMailRendering,
} from '../../../test/support/files/mail-rendering';
import { enrolledMail, seatOfferMail } from './participation.mail';

const study = {
  study_id: 'study-1',
  title: 'Colours & words',
  duration_minutes: 20,
  by_appointment: false,
  own_zone: null,
  payment: null,
};
const onSite = { ...study, by_appointment: true };

testMailRendering({
  enrolled: (to) => enrolledMail(to, { ...study, start_before: mailTime }),
  'enrolled on site': (to) => enrolledMail(to, { ...onSite, start_before: mailTime }),
  offer: (to) => seatOfferMail(to, { ...study, held_until: mailTime }),
});

describe('The email about an offered or a taken seat', () => {
  it('says until when an offered seat is reserved, with the time zone', () => {
    expect(seatOfferMail(mailLocale(), { ...study, held_until: mailTime }).text).toContain(
      'Held until: 24 December 2026 at 18:30 UTC',
    );
    expect(seatOfferMail(mailLocale('de'), { ...study, held_until: mailTime }).text).toContain(
      'Reserviert bis: 24. Dezember 2026 um 18:30 UTC',
    );
  });

  it('names the deadline to choose a slot, instead of one for the start, when the session has slots', () => {
    const { text } = enrolledMail(mailLocale(), { ...onSite, start_before: mailTime });
    expect(text).toContain('Choose a slot before: 24 December 2026 at 18:30 UTC');
    expect(text).toContain('else somebody else gets it');
    expect(text).not.toContain('Start before');
    const there = { ...onSite, start_before: mailTime, own_zone: 'Asia/Kolkata' };
    expect(enrolledMail(mailLocale('de'), there).text).toContain(
      'Termin wählen bis: 25. Dezember 2026 um 00:00 (Asia/Kolkata)',
    );
    // A participant who has already booked a slot has no deadline for the start (`start_before`).
    expect(enrolledMail(mailLocale(), { ...onSite, start_before: null }).text).not.toContain(
      'Choose a slot',
    );
  });

  it('names the study in its subject and its text', () => {
    const { subject, html } = enrolledMail(mailLocale(), { ...study, start_before: mailTime });
    expect(subject).toBe('You are enrolled: Colours & words');
    expect(html).toContain('Colours &amp; words');
  });

  it('states how much is paid, by whom, how and how soon, when the session pays', () => {
    const { text } = enrolledMail(mailLocale(), {
      ...study,
      start_before: mailTime,
      payment: {
        reward: { amount: 450, currency: 'EUR' },
        state: 'enrolled',
        part_due: null,
        terms: {
          how: 'cash at the visit',
          within_days: 0,
          pay: { withdrawn: { kind: 'part', percent: 50 }, screened_out: { kind: 'by_time' } },
        },
        payer: { first_name: 'Grace', last_name: 'Hopper', organization: null },
        by: null,
      },
    });
    expect(text).toContain('Reward: €4.50');
    expect(text).toContain('Grace Hopper pays on the day of approval: cash at the visit');
    expect(text).toContain(
      'If you stop after the start, you get €2.25. If you are not selected after the start, you get a quarter',
    );
    expect(enrolledMail(mailLocale(), { ...study, start_before: mailTime }).text).not.toContain(
      'Reward',
    );
  });

  it('names no deadline for the start when the participant has started', () => {
    expect(enrolledMail(mailLocale(), { ...study, start_before: null }).text).not.toContain(
      'Start before',
    );
  });
});
