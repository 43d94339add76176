import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../contracts/events';
import type { Consumer } from '../platform/messaging/consumer';
import { AccountMails } from './account-letters';
import { ParticipationMails } from './participation-letters';
import { MailSender, type RenderedMail } from './mail-sender';
import { ReviewMails } from './review-letters';

/** The mails of DOMAIN 11. Each is written from the state of the moment in which it is sent. */
@Injectable()
export class MailConsumer implements Consumer {
  readonly name = 'mail';
  readonly concurrency = 5;

  constructor(
    private readonly mailSender: MailSender,
    private readonly accountMails: AccountMails,
    private readonly reviewMails: ReviewMails,
    private readonly participationMails: ParticipationMails,
  ) {}

  readonly on: Consumer['on'] = {
    'identity.verification-requested': (event) =>
      this.toAccount(event, 'verification', () =>
        this.accountMails.verification(event.data.account_id),
      ),
    'identity.known-address-registered': (event) =>
      this.toAccount(event, 'known-address', () =>
        this.accountMails.knownAddress(event.data.account_id),
      ),
    'identity.reset-requested': (event) =>
      this.toAccount(event, 'reset-code', () => this.accountMails.resetCode(event.data.reset_id)),
    'identity.identity-linked': (event) =>
      this.toAccount(event, 'way-in-added', () =>
        this.accountMails.wayInAdded(
          event.data.account_id,
          event.data.identity_id,
          new Date(event.at),
        ),
      ),
    'identity.password-reset': (event) =>
      this.toAccount(event, 'password-changed', () =>
        this.accountMails.passwordChanged(event.data.account_id, new Date(event.at)),
      ),
    'identity.second-factor-changed': (event) =>
      this.toAccount(event, 'second-factor-changed', () =>
        this.accountMails.secondFactorChanged(event.data.account_id, new Date(event.at)),
      ),
    'identity.deletion-requested': (event) =>
      this.toAccount(event, 'deletion-asked', () =>
        this.accountMails.deletionAsked(event.data.account_id),
      ),
    'identity.deletion-cancelled': (event) =>
      this.toAccount(event, 'deletion-cancelled', () =>
        this.accountMails.deletionCancelled(event.data.account_id, new Date(event.at)),
      ),
    'identity.deletion-reminder-due': (event) =>
      this.toAccount(event, 'deletion-reminder', () =>
        this.accountMails.deletionReminder(event.data.account_id),
      ),
    'identity.export-ready': (event) =>
      this.toAccount(event, 'export-ready', () =>
        this.accountMails.exportReady(event.data.export_id),
      ),
    'researchers.review-requested': (event) => this.toAdministrators(event, event.data.review_id),
    'identity.account-activated': (event) => this.toAdministratorsOf(event),
    'researchers.review-decided': (event) =>
      this.toAccount(event, 'review-decided', () => this.reviewMails.decided(event.data.review_id)),
    'enrolment.participant-enrolled': (event) =>
      this.toParticipant(event, 'enrolled', () =>
        this.participationMails.enrolled(event.data.participation_id),
      ),
    'enrolment.participant-offered': (event) =>
      this.toParticipant(event, 'offer', () =>
        this.participationMails.offered(event.data.participation_id),
      ),
  };

  private toAccount(
    event: DomainEvent & { data: { account_id: string } },
    template: string,
    write: () => Promise<RenderedMail | null>,
  ) {
    return this.mailSender.deliver({ event, template, accountId: event.data.account_id, write });
  }

  private toParticipant(
    event: DomainEvent,
    template: string,
    write: () => Promise<RenderedMail | null>,
  ) {
    return this.mailSender.deliver({ event, template, accountId: null, write });
  }

  /** What was asked for before anybody read the mails of the address. */
  private async toAdministratorsOf(event: DomainEvent<'identity.account-activated'>) {
    const reviewId = await this.reviewMails.pending(event.data.account_id);
    if (reviewId !== null) await this.toAdministrators(event, reviewId);
  }

  /**
   * A mail that one administrator cannot get keeps none from the others; the job comes again for
   * the one. Once for a review, whichever event came first.
   */
  private async toAdministrators(event: DomainEvent, about: string) {
    const administrators = await this.reviewMails.administrators(about);
    const tries = await Promise.allSettled(
      administrators.map((id) =>
        this.mailSender.deliver({
          event,
          template: 'review-asked',
          accountId: id,
          recipient: id,
          about,
          write: () => this.reviewMails.asked(about, id),
        }),
      ),
    );
    const failed = tries.find((t) => t.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
