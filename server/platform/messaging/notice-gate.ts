import type { NoticeKind } from '../../../contracts/notices/notices';

/**
 * Reads the notification settings of a recipient for the mail sender. The context with these
 * settings (server/notices) implements it, because the mail sender is in a lower context and must
 * not import it.
 */
export interface NoticePreferenceLookup {
  /**
   * Whether the account wants mails of this kind. It reads the current setting; nothing is cached.
   */
  wants(accountId: string, kind: NoticeKind): Promise<boolean>;
  /**
   * Returns the URL that switches off this kind of mail, for the header `List-Unsubscribe`. The URL
   * does not reveal the account.
   */
  unsubscribeUrl(accountId: string, kind: NoticeKind): string;
  /** The time zone that the person has set; null if they have set none. */
  zoneOf(accountId: string): Promise<string | null>;
}

/** Nest's injection token. */
export const NOTICE_PREFERENCE_LOOKUP = Symbol('notice gate');
