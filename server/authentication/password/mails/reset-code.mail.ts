import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { accountMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../mail/recipient';
import { authenticationTexts } from '../../authentication-texts';

/**
 * Renders the mail with a reset code. The button leads to the form for the code. Its address does
 * not contain the code, because browser histories and logs would keep it. The code is shown in one
 * piece (docs/specification.md, 6).
 */
export const renderResetCode = mailRenderer(
  authenticationTexts,
  (t, { greeting, web }, { code }: { code: string }) => ({
    subject: t('reset_code.subject'),
    heading: t('reset_code.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('reset_code.body') },
      { kind: 'code', code },
      { kind: 'button', label: t('reset_code.button'), url: `${web}/reset-password?step=code` },
      { kind: 'note', text: t('reset_code.note') },
    ],
  }),
);

export const resetCodeMail = accountMail({
  template: 'reset-code',
  event: 'identity.reset-requested',
  // Sends no mail if the code was used, replaced or tried too often in the meantime, or has
  // expired.
  read: async ({ data }, { db, clock, secrets }) => {
    const [to]: (Recipient & { code_hash: Buffer })[] = await db.query(
      `SELECT ${recipientColumns}, r.code_hash
       FROM identity.password_reset r JOIN identity.person a ON a.id = r.account_id
       WHERE r.id = $1 AND r.expires_at > $2 AND r.tries < $3
         AND NOT EXISTS (SELECT 1 FROM identity.password_reset n
           WHERE n.account_id = r.account_id AND (n.created_at, n.id) > (r.created_at, r.id))`,
      [data.reset_id, clock.now(), authenticationLimits.resetCodeTriesOfAll],
    );
    if (!to) return undefined;
    const code = secrets.codeOf('reset-code', data.reset_id, to.code_hash);
    // The code was made under a version of SECRET_KEY that this process does not have yet; the
    // error makes the queue retry the mail.
    if (code === undefined) throw new Error('no version of SECRET_KEY made this code');
    return { ...to, code };
  },
  render: renderResetCode,
});
