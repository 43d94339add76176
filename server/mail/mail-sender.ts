import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { needsSmtpUtf8 } from '../../contracts/base/email-address.rule';
import type { NoticeKind } from '../../contracts/notices/notices';
import type { DomainEvent } from '../../contracts/base/events';
import { CONFIG, type Config } from '../config';
import { Batcher } from '../platform/concurrency/batcher';
import type { AddressedMail, MailRequest } from '../platform/messaging/mail-source';
import {
  NOTICE_PREFERENCE_LOOKUP,
  type NoticePreferenceLookup,
} from '../platform/messaging/notice-gate';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { Secrets } from '../platform/security/secrets';
import {
  claimLeaseMs,
  MailSendingClaims,
  type MailSendingClaim,
  type ClaimableMail,
} from './mail-claims';
import { MailTransport, smtpTimeoutMs } from './mail-transport';
import { isPermanentRefusal } from './smtp-answer.rule';

/** A request for a mail, with the event that caused it and the mail's template. */
export interface MailDelivery extends MailRequest {
  event: DomainEvent;
  template: string;
  /**
   * The kind of notification, if the person may switch the mail off; undefined for a mail that is
   * always sent.
   */
  notice: NoticeKind | undefined;
}

/**
 * Thrown if another worker has claimed the mail. Whether it was sent will be known when that worker
 * has finished or died.
 */
export class MailBeingSentError extends Error {}

const againEveryMs = 250;
/**
 * At most `max` mails are claimed and rendered together in a batch, and at most `atOnce` batches
 * are handled at the same time. If one mail hangs, the other mails of its batch are still sent. But
 * the jobs of the whole batch wait until the hanging mail was sent or has failed.
 */
const together = { max: 50, atOnce: 2 };

interface Letter extends ClaimableMail, Pick<MailDelivery, 'event' | 'write' | 'notice'> {
  sentAs: string;
}
type Outcome = 'sent' | 'dropped' | 'refused';

/** Sends each mail once (docs/decisions/mail-and-messages.md). */
@Injectable()
export class MailSender implements BeforeApplicationShutdown {
  private closing = false;
  private readonly letters: Batcher<Letter, undefined>;

  constructor(
    private readonly claims: MailSendingClaims,
    private readonly transport: MailTransport,
    private readonly secrets: Secrets,
    @Inject(NOTICE_PREFERENCE_LOOKUP) private readonly notices: NoticePreferenceLookup,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.letters = new Batcher((letters) => this.deliverAll(letters), together);
  }

  /**
   * Sends a mail. Returns when this call or an earlier one has sent or dropped the mail.
   * @throws if the mail is neither sent nor dropped, so that the job runs again
   */
  deliver({
    event,
    template,
    notice,
    accountId,
    recipient,
    about,
    write,
  }: MailDelivery): Promise<void> {
    const plain = [about ?? event.id, template, ...(recipient ? [recipient] : [])].join(':');
    const sentAs = this.messageId(plain);
    // For a mail about a participation, the key is a hash and no Message-ID is stored. A plain key
    // would contain the event's id, and so the event's time. A Message-ID would lead to the
    // recipient, because mail servers log it with the address.
    const [key, messageId] =
      accountId === null
        ? [this.secrets.mac('mail-key', plain).toString('base64url'), null]
        : [plain, sentAs];
    return this.letters.load({ key, template, accountId, messageId, event, notice, write, sentAs });
  }

  private async deliverAll(letters: readonly Letter[]): Promise<(undefined | Error)[]> {
    // If several requests have the same key, they mean the same mail, and only the first of them is
    // sent.
    const firsts = new Map<string, Letter>();
    for (const letter of letters) if (!firsts.has(letter.key)) firsts.set(letter.key, letter);
    const claims = await this.claims.claim(
      [...firsts.values()].map(({ key, template, accountId, messageId }) => ({
        key,
        template,
        accountId,
        messageId,
      })),
    );
    const settled = await this.claims.settled([...firsts.keys()].filter((key) => !claims.has(key)));
    return Promise.all(
      letters.map(async (letter) => {
        const claim = firsts.get(letter.key) === letter ? claims.get(letter.key) : undefined;
        if (!claim)
          return settled.has(letter.key)
            ? undefined
            : new MailBeingSentError('another worker has this mail in hand');
        return this.send(letter, claim).then(
          (outcome) => this.tell(letter, outcome),
          (error: unknown) => error as Error,
        );
      }),
    );
  }

  /**
   * Returns the URL with which the recipient unsubscribes. Reads the notification setting only
   * immediately before the mail is sent: a person who switches off this kind of mail while the mail
   * waits for the mail server does not get it.
   * @returns null if the person does not want the mail, undefined if the mail is not a notification
   */
  private async unsubscribeUrl(
    { notice, accountId, template }: Letter,
    addressed: AddressedMail,
  ): Promise<string | null | undefined> {
    if (notice === undefined || addressed.isOwed) return undefined;
    const account = addressed.accountId ?? accountId;
    if (account === null) throw new Error(`the notice ${template} does not say whose it is`);
    return (await this.notices.wants(account, notice))
      ? this.notices.unsubscribeUrl(account, notice)
      : null;
  }

  private tell({ event, template }: Letter, outcome: Outcome): undefined {
    this.log.info({ event_id: event.id, request_id: event.request_id, template, outcome }, 'mail');
  }

  private async send(letter: Letter, claim: MailSendingClaim): Promise<Outcome> {
    const { event, write, sentAs } = letter;
    let isOut = false;
    let needsUtf8 = false;
    try {
      const addressed = await write();
      const unsubscribe = addressed && (await this.unsubscribeUrl(letter, addressed));
      if (!addressed || unsubscribe === null) {
        await this.persist(() => this.claims.dropped(claim));
        return 'dropped';
      }
      needsUtf8 = needsSmtpUtf8(addressed.to.address);
      const mail = { ...addressed, unsubscribe, messageId: sentAs, requestId: event.request_id };
      await this.transport.send(
        mail,
        () => this.stillHas(claim),
        () => {
          isOut = true;
          return this.persist(() => this.claims.sent(claim));
        },
      );
      return 'sent';
    } catch (error) {
      // The mail server accepted the mail, but the process is stopping before PostgreSQL could
      // record that.
      if (isOut) throw withoutAddresses(error);
      if (isPermanentRefusal(error, needsUtf8)) {
        if (needsUtf8)
          this.log.warn(
            { event_id: event.id, template: letter.template },
            'the mail server refuses an address with letters beyond ASCII: it may lack SMTPUTF8',
          );
        await this.persist(() => this.claims.dropped(claim));
        return 'refused';
      }
      await this.persist(() => this.claims.release(claim)).catch(() => undefined);
      throw withoutAddresses(error);
    }
  }

  /**
   * Makes sure that this process still has the claim. Another process may have taken it over while
   * this one was suspended, while its connection was lost, or while the mail waited for its turn.
   */
  private async stillHas(claim: MailSendingClaim): Promise<void> {
    if (
      this.claims.isDoubtful(claim, claimLeaseMs - 2 * smtpTimeoutMs) &&
      !(await this.claims.renew(claim))
    )
      throw new MailBeingSentError('held up for too long');
  }

  /**
   * Repeats a write to PostgreSQL until it succeeds. A mail that was sent but not recorded as sent
   * would be sent again, and a claim that is not released would delay the next attempt.
   */
  private async persist(note: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await note();
      } catch (error) {
        if (this.closing) throw error;
        await wait(againEveryMs);
      }
    }
  }

  /**
   * Makes the Message-ID. It is the same for every attempt (RFC 5322, 3.6.4). It is a keyed hash,
   * so that it does not reveal the event.
   */
  private messageId(key: string): string {
    return `<${this.secrets.mac('message-id', key).toString('hex').slice(0, 40)}@${new URL(this.config.publicWebUrl).hostname}>`;
  }

  beforeApplicationShutdown() {
    this.closing = true;
  }
}

/**
 * Removes from an error what the SMTP server answered: the answer often repeats the recipient's
 * address, and the queue and the log store the error.
 */
function withoutAddresses(error: unknown): Error {
  if (error instanceof MailBeingSentError) return error;
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  return new Error(
    ['mail not sent', code, command, responseCode].filter((part) => part !== undefined).join(' '),
  );
}
