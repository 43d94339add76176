import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { defineMails } from '../../platform/messaging/mail-source';
import { dataRightsTexts } from '../data-rights-texts';

interface ReadyExport {
  expires_at: Date;
}

/**
 * Renders the mail that says that an export is ready. It has no link to the file, because
 * downloading requires a sign-in.
 */
export const renderExportReady = mailRenderer(
  dataRightsTexts,
  (t, { greeting, web, moment }, { expires_at }: ReadyExport) => ({
    subject: t('export_ready.subject'),
    heading: t('export_ready.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('export_ready.body', { until: moment(expires_at) }) },
      { kind: 'button', label: t('export_ready.button'), url: `${web}/profile/privacy` },
      { kind: 'note', text: t('export_ready.note') },
    ],
  }),
);

const exportReadyMail = accountMail({
  template: 'export-ready',
  event: 'identity.export-ready',
  // Sends nothing if the export was deleted or has expired in the meantime.
  read: async ({ data }, { db, clock }) => {
    const [to]: (Recipient & ReadyExport)[] = await db.query(
      `SELECT ${recipientColumns}, e.expires_at
       FROM identity.export e JOIN identity.person a ON a.id = e.account_id
       WHERE e.id = $1 AND e.state = 'ready' AND e.expires_at > $2`,
      [data.export_id, clock.now()],
    );
    return to;
  },
  render: renderExportReady,
});

export const dataRightsMails = defineMails('data-rights', exportReadyMail);
