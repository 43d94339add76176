import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { defineMails } from '../../platform/messaging/mail-source';
import { webhooksTexts } from '../webhooks-texts';

/** The mail contains only the host, since the rest of the URL may contain a key. */
export const webhookDisabledMail = mailRenderer(
  webhooksTexts,
  (t, { greeting, web }, { url }: { url: string }) => ({
    subject: t('disabled.subject'),
    heading: t('disabled.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('disabled.body', { host: new URL(url).host }) },
      { kind: 'text', text: t('disabled.what') },
      { kind: 'button', label: t('disabled.button'), url: `${web}/webhooks` },
    ],
  }),
);

const disabledMail = accountMail({
  template: 'webhook-disabled',
  event: 'webhooks.webhook-disabled',
  // Sends no mail if the researcher has resumed or deleted the webhook since.
  read: async ({ data }, { db }) => {
    const [to]: (Recipient & { url: string })[] = await db.query(
      `SELECT ${recipientColumns}, w.url
       FROM identity.webhook w JOIN identity.person a ON a.id = w.account_id
       WHERE w.id = $1 AND w.state = 'disabled' AND a.disabled_at IS NULL`,
      [data.webhook_id],
    );
    return to;
  },
  render: webhookDisabledMail,
});

export const webhooksMails = defineMails('webhooks', disabledMail);
