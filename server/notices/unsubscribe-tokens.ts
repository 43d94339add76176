import { Inject, Injectable } from '@nestjs/common';
import { Id } from '../../contracts/base/fields';
import type { NoticeKind } from '../../contracts/notices/notices';
import { CONFIG, type Config } from '../config';
import { Secrets } from '../platform/security/secrets';

/**
 * Each kind of notification has one letter, so that the length of a token does not reveal the kind.
 * A letter must never change, because mails with it have been sent.
 */
const letters = {
  reminder: 'r',
  slot_change: 's',
  decision: 'd',
  session_closing: 'c',
  message: 'm',
  new_studies: 'n',
} as const satisfies Record<NoticeKind, string>;
const kinds = new Map(
  Object.entries(letters).map(([kind, letter]) => [letter as string, kind as NoticeKind]),
);

const purpose = 'notice-unsubscribe';
const row = 'unsubscribe';

/**
 * Makes the tokens of unsubscribe links. A token contains the account and the kind of notification,
 * encrypted under a key that is used only for this purpose. It has a random part, so that no two
 * mails to a person contain the same token. It does not expire, but becomes invalid when its
 * version of the key is retired (docs/decisions/key-ring.md).
 */
@Injectable()
export class UnsubscribeTokens {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the URL for the header List-Unsubscribe of a mail. It accepts GET and POST. */
  urlOf(accountId: string, kind: NoticeKind): string {
    return `${this.config.publicApiUrl}/api/notices/unsubscribe/${this.make(accountId, kind)}/`;
  }

  make(accountId: string, kind: NoticeKind): string {
    return this.secrets
      .sealUnkept(purpose, row, `${letters[kind]}${accountId}`)
      .toString('base64url');
  }

  /**
   * Decrypts a token.
   * @returns undefined if this server did not make it
   */
  read(token: string): { accountId: string; kind: NoticeKind } | undefined {
    if (!/^[\w-]{60,200}$/.test(token)) return undefined;
    try {
      const plain = this.secrets.open(purpose, row, Buffer.from(token, 'base64url'));
      const kind = kinds.get(plain.slice(0, 1));
      const accountId = Id.safeParse(plain.slice(1));
      return kind && accountId.success ? { kind, accountId: accountId.data } : undefined;
    } catch {
      return undefined;
    }
  }
}
