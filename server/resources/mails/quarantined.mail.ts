import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { defineMails } from '../../platform/messaging/mail-source';
import { resourcesTexts } from '../resources-texts';

interface Quarantined {
  readonly name: string;
  readonly signature: string;
}

export const renderQuarantineMail = mailRenderer(
  resourcesTexts,
  (t, { greeting, web }, { name, signature }: Quarantined) => ({
    subject: t('quarantined.subject'),
    heading: t('quarantined.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('quarantined.body', { name, signature }) },
      { kind: 'text', text: t('quarantined.what') },
      { kind: 'button', label: t('quarantined.button'), url: `${web}/resources` },
    ],
  }),
);

const quarantinedMail = accountMail({
  template: 'resource-quarantined',
  event: 'resources.version-quarantined',
  // Sends no mail if the owner has deleted the file since.
  read: async ({ data }, { db }) => {
    const [to]: (Recipient & { name: string })[] = await db.query(
      `SELECT ${recipientColumns}, r.name
       FROM research.resource r JOIN identity.person a ON a.id = r.owner_id
       JOIN research.resource_version v ON v.resource_id = r.id AND v.number = $2
       WHERE r.id = $1 AND a.disabled_at IS NULL`,
      [data.resource_id, data.number],
    );
    return to && { ...to, signature: data.signature };
  },
  render: renderQuarantineMail,
});

export const resourcesMails = defineMails('resources', quarantinedMail);
