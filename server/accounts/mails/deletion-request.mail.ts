import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { isAdministratorSql, recipientColumns, type Recipient } from '../../mail/recipient';
import type {
  AddressedMail,
  MailDefinition,
  MailDependencies,
} from '../../platform/messaging/mail-source';
import { accountsTexts } from '../accounts-texts';
import { fullNameSql } from '../../access/accounts/full-name.sql';

interface AskedDeletion {
  researcher_id: string;
  researcher: string;
  address: string;
  requested_at: Date;
}

export const renderDeletionRequest = mailRenderer(
  accountsTexts,
  (t, { greeting, web, moment }, asked: AskedDeletion) => ({
    subject: t('deletion_asked.subject'),
    heading: t('deletion_asked.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('deletion_asked.body') },
      {
        kind: 'facts',
        rows: [
          { label: t('deletion_asked.researcher'), value: asked.researcher },
          { label: t('deletion_asked.address'), value: asked.address },
          { label: t('deletion_asked.when'), value: moment(asked.requested_at) },
        ],
      },
      { kind: 'text', text: t('deletion_asked.what') },
      {
        kind: 'button',
        label: t('deletion_asked.button'),
        url: `${web}/admin/users?user=${asked.researcher_id}`,
      },
    ],
  }),
);

/**
 * Reads the data of the mail to one administrator. Returns null, so that no mail is sent, if the
 * researcher withdrew the request or an administrator handled it in the meantime.
 */
async function write(
  accountId: string,
  administratorId: string,
  { db, web }: MailDependencies,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & AskedDeletion)[] = await db.query(
    `SELECT ${recipientColumns}, r.account_id AS researcher_id, r.requested_at,
       ${fullNameSql('p')} AS researcher, p.email AS address
     FROM identity.deletion_request r JOIN identity.person p ON p.id = r.account_id
     JOIN identity.person a ON a.id = $2
     WHERE r.account_id = $1`,
    [accountId, administratorId],
  );
  return renderMail(to, renderDeletionRequest, web);
}

/** Sends the mail to every administrator, except to the one who made the request. */
export const deletionRequestMail: MailDefinition = {
  template: 'researcher-leaves',
  on: {
    'identity.deletion-asked': async ({ data: { account_id } }, services) => {
      const administrators: { id: string }[] = await services.db.query(
        `SELECT a.id FROM identity.account_profile a
         WHERE ${isAdministratorSql('a')} AND a.id <> $1 ORDER BY a.id`,
        [account_id],
      );
      return administrators.map(({ id }) => ({
        accountId: id,
        recipient: id,
        write: () => write(account_id, id, services),
      }));
    },
  },
};
