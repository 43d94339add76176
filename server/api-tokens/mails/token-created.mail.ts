import type { TokenScope } from '../../../contracts/base/access';
import { apiTokensOf } from '../../access/api-tokens/api-tokens.store';
import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { defineMails } from '../../platform/messaging/mail-source';
import { apiTokensTexts } from '../api-tokens-texts';

interface Made {
  name: string;
  scopes: TokenScope[];
  /** The number of studies to which the token is bound; null for all studies. */
  studies: number | null;
  expires_on: string;
}

/**
 * Renders the mail about a new token. It contains neither the token nor its first characters,
 * because other people may read a mail.
 */
export const renderApiTokenCreated = mailRenderer(
  apiTokensTexts,
  (t, { greeting, web }, { name, scopes, studies, expires_on }: Made) => ({
    subject: t('made.subject'),
    heading: t('made.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('made.body', { name, until: expires_on }) },
      ...scopes.map((scope) => ({ kind: 'text' as const, text: t(`made.scope.${scope}`) })),
      {
        kind: 'text',
        text: studies === null ? t('made.all_studies') : t('made.studies', { count: studies }),
      },
      { kind: 'text', text: t('made.not_you') },
      { kind: 'button', label: t('made.button'), url: `${web}/api-tokens` },
    ],
  }),
);

const madeMail = accountMail({
  template: 'api-token-made',
  event: 'api-tokens.token-made',
  // Sends nothing if the token was deleted in the meantime.
  read: async ({ data }, { db }) => {
    const [token] = await apiTokensOf(db, data.account_id, data.token_id);
    const [to]: Recipient[] = await db.query(
      `SELECT ${recipientColumns} FROM identity.person a WHERE a.id = $1 AND a.disabled_at IS NULL`,
      [data.account_id],
    );
    if (!token || !to) return undefined;
    const { name, scopes, study_ids, expires_at } = token;
    return {
      ...to,
      name,
      scopes,
      studies: study_ids && study_ids.length,
      expires_on: expires_at.toISOString().slice(0, 10),
    };
  },
  render: renderApiTokenCreated,
});

export const apiTokensMails = defineMails('api-tokens', madeMail);
