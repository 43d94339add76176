import type { DataSource } from 'typeorm';
import type { DomainEvent, EventName } from '../../../contracts/base/events';
import type { NoticeKind } from '../../../contracts/notices/notices';
import type { Clock } from '../concurrency/clock';
import type { LinkReads } from '../db/link-reads';
import type { Secrets } from '../security/secrets';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A file attached to a mail. */
export interface MailAttachment {
  filename: string;
  /** Its media type, with parameters. */
  contentType: string;
  content: string;
}

export interface AddressedMail {
  to: { name: string; address: string };
  /**
   * The account whose preferences count, where the request names none. It is stored nowhere, and no log gets
   * it (docs/domain.md, 4).
   */
  accountId?: string;
  /**
   * Whether this mail is sent although its recipient has switched off mails of its kind, for instance because it is
   * about pay.
   */
  isOwed?: boolean;
  content: MailContent;
  attachment?: MailAttachment;
}

/** The recipient of a mail about a participation. */
export interface MailReader {
  account_id: string;
  language: string;
  /** The title of the study. */
  title: string;
}

/** An addition to a mail about something that ended together with a participation. */
export interface MailAddition {
  text: string;
  attachment: MailAttachment;
}

/** @returns undefined where nothing of the kind ended */
export type MailEncloser = (
  participationId: string,
  reader: MailReader,
  services: MailServices,
) => Promise<MailAddition | undefined>;

/** The services with which a mail finds its recipients and reads its data. */
export interface MailServices {
  db: DataSource;
  /** Used by a mail about a participation to find its participant. */
  links: LinkReads;
  secrets: Secrets;
  clock: Clock;
  /** The sender as shown in the headers of mails. */
  from: string;
  /** The web app's origin, without a slash at the end. */
  web: string;
  /** The time zone that a person has set; null where they have set none. */
  zoneOf: (accountId: string) => Promise<string | null>;
  /** Adds sections from a higher context to the mail, such as the slot that ended with the seat. */
  enclose: MailEncloser;
}

/** One mail to one recipient. */
export interface MailRequest {
  /**
   * The account that is stored with the mail. Null for a mail about a participation: outside of the link
   * table no row may name an account together with a participation (docs/domain.md, 4).
   */
  accountId: string | null;
  /** Set where one event sends the mail to several recipients; it is then part of the mail's key. */
  recipient?: string;
  /**
   * Replaces the event's id in the mail's key, where several events request the same mail, which must be sent only
   * once.
   */
  about?: string;
  /**
   * Runs after the mail was claimed and reads the state at that point.
   * @returns null when the mail no longer applies; it is then dropped.
   */
  write: () => Promise<AddressedMail | null>;
}

/** Finds the recipients of a mail. It may run several times for one event. */
export type MailReaction<N extends EventName> = (
  event: DomainEvent<N>,
  services: MailServices,
) => readonly MailRequest[] | Promise<readonly MailRequest[]>;

export interface MailDefinition {
  /** The name is stored in platform.mail and is part of each mail's key, so it never changes. */
  readonly template: string;
  /**
   * The kind under which a person may switch the mail off. Without one, it is part of the contract
   * with the person and always goes out (docs/decisions/mail-and-messages.md).
   */
  readonly notice?: NoticeKind;
  readonly on: { readonly [N in EventName]?: MailReaction<N> };
}

/** The mails of one context. */
export interface MailSource {
  readonly context: string;
  readonly mails: readonly MailDefinition[];
  /** Adds something of this context to a mail of a lower context about a participation that ended. */
  readonly enclose?: MailEncloser;
}

/** Asks all contexts in turn and uses the first result. */
export const encloserOf =
  (sources: readonly MailSource[]): MailEncloser =>
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
