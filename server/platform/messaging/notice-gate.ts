import type { NoticeKind } from '../../../contracts/notices/notices';

/**
 * The checks of the mail sender for a mail that a person may switch off. The context that keeps the
 * preferences implements it (server/notices), since it stands above the mails.
 */
export interface NoticeGate {
  /** Reads the present setting: nothing is cached. */
  wants(accountId: string, kind: NoticeKind): Promise<boolean>;
  /** An address that switches the kind off, for `List-Unsubscribe`; it names no person. */
  unsubscribeUrl(accountId: string, kind: NoticeKind): string;
  /** The time zone that the person has told us; null where they have not. */
  zoneOf(accountId: string): Promise<string | null>;
}

/** Nest's injection token. */
export const NOTICE_GATE = Symbol('notice gate');
