import type { DataSource } from 'typeorm';
import type { DomainEvent, EventName } from '../../../contracts/base/events';
import type { NoticeKind } from '../../../contracts/notices/notices';
import type { Clock } from '../concurrency/clock';
import type { IdentityLinkReadPool } from '../db/link-reads';
import type { Secrets } from '../security/secrets';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailAttachment {
  filename: string;
  /** The media type of the attachment, with parameters. */
  contentType: string;
  content: string;
}

export interface AddressedMail {
  to: { name: string; address: string };
  /**
   * The account whose notification settings apply. Set only if the request for the mail names no
   * account. It is neither stored nor logged (docs/domain.md, 4).
   */
  accountId?: string;
  /**
   * Whether the mail is sent even if its recipient has switched off mails of its kind, for instance
   * because it is about pay.
   */
  isOwed?: boolean;
  content: MailContent;
  attachment?: MailAttachment;
}

export interface ParticipationMailRecipient {
  account_id: string;
  language: string;
  /** The title of the study. */
  title: string;
}

/**
 * A text and a file that a higher context adds to the mail about the end of a participation, for
 * instance about a booked slot that ended with it.
 */
export interface MailTextAndAttachment {
  text: string;
  attachment: MailAttachment;
}

/**
 * Reads the addition to the mail about a participation that ended.
 * @returns undefined if the context has nothing to add
 */
export type MailAdditionReader = (
  participationId: string,
  reader: ParticipationMailRecipient,
  services: MailDependencies,
) => Promise<MailTextAndAttachment | undefined>;

/** The services that a mail needs to find its recipients and to read its data. */
export interface MailDependencies {
  db: DataSource;
  /** Finds the participant for a mail about a participation. */
  links: IdentityLinkReadPool;
  secrets: Secrets;
  clock: Clock;
  /** The sender, as the mail's header shows it. */
  from: string;
  /** The web app's origin, without a slash at the end. */
  web: string;
  /** The time zone that a person has set; null if they have set none. */
  zoneOf: (accountId: string) => Promise<string | null>;
  /**
   * Asks the higher contexts for an addition to the mail about a participation that ended, for
   * instance about its booked slot.
   */
  enclose: MailAdditionReader;
}

/** A request to send one mail to one recipient. */
export interface MailRequest {
  /**
   * The account that is stored with the mail. Null for a mail about a participation: no row outside
   * of the link table may name both an account and a participation (docs/domain.md, 4).
   */
  accountId: string | null;
  /**
   * Distinguishes the mails that one event causes for several recipients; it becomes part of the
   * mail's key.
   */
  recipient?: string;
  /**
   * Replaces the event's id in the mail's key. It is set if several events request the same mail,
   * so that the mail is sent only once.
   */
  about?: string;
  /**
   * Writes the mail from the current state, after a worker has claimed it.
   * @returns null if the current state requires no mail any more; it is then dropped
   */
  write: () => Promise<AddressedMail | null>;
}

/**
 * Reacts to an event by requesting one mail for each recipient. It may run several times for one
 * event.
 */
export type MailReaction<N extends EventName> = (
  event: DomainEvent<N>,
  services: MailDependencies,
) => readonly MailRequest[] | Promise<readonly MailRequest[]>;

export interface MailDefinition {
  /**
   * The name of the template, which is stored in platform.mail and is part of each mail's key, so
   * it must never change.
   */
  readonly template: string;
  /**
   * The kind of notification that a person may switch off. A mail without a kind is always sent,
   * because the person must get it (docs/decisions/mail-and-messages.md).
   */
  readonly notice?: NoticeKind;
  readonly on: { readonly [N in EventName]?: MailReaction<N> };
}

export interface MailSource {
  readonly context: string;
  readonly mails: readonly MailDefinition[];
  /** Reads what this context adds to a lower context's mail about a participation that ended. */
  readonly enclose?: MailAdditionReader;
}

/**
 * Combines the additions of all contexts: calls the reader of one context after the other, and
 * returns the first addition.
 */
export const combineMailAdditionReaders =
  (sources: readonly MailSource[]): MailAdditionReader =>
  async (participationId, reader, services) => {
    for (const { enclose } of sources) {
      const enclosed = await enclose?.(participationId, reader, services);
      if (enclosed) return enclosed;
    }
    return undefined;
  };

export const defineMails = (context: string, ...mails: readonly MailDefinition[]): MailSource => ({
  context,
  mails,
});
