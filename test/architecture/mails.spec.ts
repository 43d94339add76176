import { noticeKinds } from '../../contracts/notices/notices';
import type { EventName } from '../../contracts/base/events';
import { capabilities } from '../../server/contexts';
import { mailsByEvent as byEvent } from '../../server/mail/mail.consumer';
import {
  defineMails,
  type MailDefinition,
  type MailSource,
} from '../../server/platform/messaging/mail-source';

const mailsByEvent = (sources: readonly MailSource[]) => byEvent(sources, capabilities.events);

const mail = (template: string, ...events: string[]): MailDefinition => ({
  template,
  on: Object.fromEntries(events.map((event) => [event, () => []])),
});
const activated: EventName = 'identity.account-activated';

describe('emails declared by the contexts', () => {
  it('have the expected templates and react to the expected events', () => {
    const found = [...mailsByEvent(capabilities.mailSources)].map(([event, mails]) => [
      event,
      mails.map(({ template }) => template),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      'identity.verification-requested': ['verification'],
      'identity.known-address-registered': ['known-address'],
      'identity.reset-requested': ['reset-code'],
      'identity.identity-linked': ['way-in-added'],
      'identity.password-reset': ['password-changed'],
      'identity.second-factor-changed': ['second-factor-changed'],
      'identity.deletion-requested': ['deletion-asked', 'study-owner-leaves'],
      'identity.deletion-cancelled': ['deletion-cancelled', 'study-owner-leaves'],
      'identity.deletion-reminder-due': ['deletion-reminder', 'study-owner-leaves'],
      'identity.deletion-asked': ['researcher-leaves'],
      'identity.export-ready': ['export-ready'],
      'researchers.review-requested': ['review-asked'],
      'resources.version-quarantined': ['resource-quarantined'],
      'runtime.never-began': ['never-began'],
      'teaching.submission-decided': ['submission-decided'],
      'teaching.erasure-reminder-due': ['class-erasure'],
      'teaching.review-submitted': ['class-review-submitted'],
      'teaching.review-decided': ['class-review-decided'],
      'payments.gift-codes-low': ['gift-codes-low'],
      'slots.slot-ahead': ['slot-ahead'],
      'slots.slot-booked': ['slot-booked'],
      'slots.slot-cancelled': ['slot-cancelled'],
      'slots.slot-changed': ['slot-changed'],
      'slots.slot-moved': ['slot-moved'],
      'slots.moved-up': ['slot-moved-up'],
      'slots.booking-cancelled': ['slot-given-up'],
      'messages.message-reported': ['message-reported'],
      'messages.participant-notice-due': ['message-waits'],
      'messages.researchers-notice-due': ['message-waits'],
      'webhooks.webhook-disabled': ['webhook-disabled'],
      'api-tokens.token-made': ['api-token-made'],
      'collaborators.invited': ['collaborator-invitation'],
      'collaborators.offer-declined': ['study-offer-declined'],
      'collaborators.role-changed': ['collaborator-role'],
      'collaborators.roster-changed': ['collaborator-role'],
      'collaborators.role-ended': ['collaborator-role'],
      'collaborators.study-offered': ['study-offered'],
      'collaborators.study-passed': ['study-passed'],
      'identity.account-activated': ['review-asked'],
      'researchers.review-decided': ['review-decided'],
      'teaching.member-invited': ['classroom-invitation'],
      'notices.digest-due': ['new-studies'],
      'enrolment.closing-ahead': ['session-closing'],
      'enrolment.participant-enrolled': ['enrolled'],
      'enrolment.participant-offered': ['offer'],
      'enrolment.decision-overturned': ['overturned'],
      'enrolment.lease-ending': ['lease-ending'],
      'enrolment.participant-left': ['timed-out', 'wait-ended', 'slot-given-up'],
      'enrolment.participant-decided': ['decided'],
      'enrolment.consent-withdrawn': ['consent-withdrawn'],
      'identity.sso-enabled': ['sso-enabled'],
      'identity.sso-trust-asked': ['sso-trust-asked'],
      'identity.sso-trust-in-force': ['sso-trust-in-force'],
    });
  });

  it('have the expected notice kinds by which people can switch them off, and all others are always sent', () => {
    const found = capabilities.mailSources
      .flatMap(({ mails }) => mails)
      .flatMap(({ template, notice }) => (notice ? [[template, notice] as const] : []));
    expect(Object.fromEntries(found)).toEqual({
      'lease-ending': 'reminder',
      'slot-ahead': 'reminder',
      'slot-changed': 'slot_change',
      decided: 'decision',
      'session-closing': 'session_closing',
      'message-waits': 'message',
      'new-studies': 'new_studies',
    });
    // Each switch on the page Emails (account settings) affects at least one email.
    expect(new Set(found.map(([, notice]) => notice))).toEqual(new Set(noticeKinds));
  });

  it('stop the boot when an email has an unknown notice kind', () => {
    const unknown = { ...mail('welcome', activated), notice: 'remainder' as 'reminder' };
    expect(() => mailsByEvent([defineMails('one', unknown)])).toThrow(
      'the mail welcome of one is a notice of the kind remainder, which does not exist',
    );
  });

  it('of several contexts may react to the same event', () => {
    const sources = [
      defineMails('one', mail('welcome', activated)),
      defineMails('two', mail('hint', activated)),
    ];
    expect(
      mailsByEvent(sources)
        .get(activated)
        ?.map(({ template }) => template),
    ).toEqual(['welcome', 'hint']);
  });

  it('stop the boot when two emails have the same template', () => {
    expect(() =>
      mailsByEvent([
        defineMails('one', mail('welcome', activated)),
        defineMails('two', mail('welcome', 'identity.password-reset')),
      ]),
    ).toThrow('the mail welcome is declared twice: by one and by two');
  });

  it('stop the boot when an email reacts to an unknown event or to none', () => {
    for (const name of ['identity.account-activatd', 'constructor'])
      expect(() => mailsByEvent([defineMails('one', mail('welcome', name))])).toThrow(
        `the mail welcome of one reacts to ${name}, which no context declares`,
      );
    expect(() => mailsByEvent([defineMails('one', mail('welcome'))])).toThrow(
      'the mail welcome of one reacts to no event',
    );
  });
});
