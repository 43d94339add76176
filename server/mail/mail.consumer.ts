import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../contracts/events';
import type { Consumer } from '../../workers/consumer';
import { AccountLetters } from './account-letters';
import { ParticipationLetters } from './participation-letters';
import { Post, type Letter } from './mail-sender';
import { ReviewLetters } from './review-letters';

/** The mails of DOMAIN 11. Each is written from the state of the moment in which it is sent. */
@Injectable()
export class MailConsumer implements Consumer {
  readonly name = 'mail';
  readonly concurrency = 5;

  constructor(
    private readonly post: Post,
    private readonly accounts: AccountLetters,
    private readonly reviews: ReviewLetters,
    private readonly participations: ParticipationLetters,
  ) {}

  readonly on: Consumer['on'] = {
    'identity.verification-requested': (event) =>
      this.toAccount(event, 'verification', () =>
        this.accounts.verification(event.data.account_id),
      ),
    'identity.known-address-registered': (event) =>
      this.toAccount(event, 'known-address', () =>
        this.accounts.knownAddress(event.data.account_id),
      ),
    'identity.reset-requested': (event) =>
      this.toAccount(event, 'reset-code', () => this.accounts.resetCode(event.data.reset_id)),
    'identity.identity-linked': (event) =>
      this.toAccount(event, 'way-in-added', () =>
        this.accounts.wayInAdded(event.data.account_id, event.data.identity_id, new Date(event.at)),
      ),
    'identity.password-reset': (event) =>
      this.toAccount(event, 'password-changed', () =>
        this.accounts.passwordChanged(event.data.account_id, new Date(event.at)),
      ),
    'identity.second-factor-changed': (event) =>
      this.toAccount(event, 'second-factor-changed', () =>
        this.accounts.secondFactorChanged(event.data.account_id, new Date(event.at)),
      ),
    'identity.deletion-requested': (event) =>
      this.toAccount(event, 'deletion-asked', () =>
        this.accounts.deletionAsked(event.data.account_id),
      ),
    'identity.deletion-cancelled': (event) =>
      this.toAccount(event, 'deletion-cancelled', () =>
        this.accounts.deletionCancelled(event.data.account_id, new Date(event.at)),
      ),
    'identity.deletion-reminder-due': (event) =>
      this.toAccount(event, 'deletion-reminder', () =>
        this.accounts.deletionReminder(event.data.account_id),
      ),
    'identity.export-ready': (event) =>
      this.toAccount(event, 'export-ready', () => this.accounts.exportReady(event.data.export_id)),
    'researchers.review-requested': (event) => this.toAdministrators(event, event.data.review_id),
    'identity.account-activated': (event) => this.toAdministratorsOf(event),
    'researchers.review-decided': (event) =>
      this.toAccount(event, 'review-decided', () => this.reviews.decided(event.data.review_id)),
    'enrolment.participant-enrolled': (event) =>
      this.toParticipant(event, 'enrolled', () =>
        this.participations.enrolled(event.data.participation_id),
      ),
    'enrolment.participant-offered': (event) =>
      this.toParticipant(event, 'offer', () =>
        this.participations.offered(event.data.participation_id),
      ),
  };

  private toAccount(
    event: DomainEvent & { data: { account_id: string } },
    template: string,
    write: () => Promise<Letter | null>,
  ) {
    return this.post.deliver({ event, template, accountId: event.data.account_id, write });
  }

  private toParticipant(event: DomainEvent, template: string, write: () => Promise<Letter | null>) {
    return this.post.deliver({ event, template, accountId: null, write });
  }

  /** What was asked for before anybody read the mails of the address. */
  private async toAdministratorsOf(event: DomainEvent<'identity.account-activated'>) {
    const reviewId = await this.reviews.pending(event.data.account_id);
    if (reviewId !== null) await this.toAdministrators(event, reviewId);
  }

  /** A mail that one administrator cannot get keeps none from the others; the job comes again for the one. Once for a review, whichever event came first. */
  private async toAdministrators(event: DomainEvent, about: string) {
    const administrators = await this.reviews.administrators(about);
    const tries = await Promise.allSettled(
      administrators.map((id) =>
        this.post.deliver({
          event,
          template: 'review-asked',
          accountId: id,
          recipient: id,
          about,
          write: () => this.reviews.asked(about, id),
        }),
      ),
    );
    const failed = tries.find((t) => t.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
