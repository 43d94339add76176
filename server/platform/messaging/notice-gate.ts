import type { NoticeKind } from '../../../contracts/notices/notices';

/**
 * The checks of the mail sender for a mail that a person may switch off. The context that keeps the
 * preferences implements it (server/notices), since it is above the mails in the order of contexts.
 */
export interface NoticeGate {
  /** Whether the account wants notices of this kind. It reads the present setting; nothing is cached. */
  wants(accountId: string, kind: NoticeKind): Promise<boolean>;
  /** An address that switches the kind off, for `List-Unsubscribe`; it names no person. */
  unsubscribeUrl(accountId: string, kind: NoticeKind): string;
  /** The time zone that the person has set; null where they have set none. */
  zoneOf(accountId: string): Promise<string | null>;
}

/** Nest's injection token. */
export const NOTICE_GATE = Symbol('notice gate');
