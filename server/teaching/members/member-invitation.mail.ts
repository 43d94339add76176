import type { ClassroomRole } from '../../../contracts/teaching/classrooms';
import { fullNameSql } from '../../access/accounts/full-name.sql';
import { mailRenderer } from '../../mail/mail-renderer';
import { mailLocaleOf } from '../../mail/recipient';
import { defineMails, type MailDefinition } from '../../platform/messaging/mail-source';
import { invitationCodeOf } from '../model/invitation-code';
import { teachingTexts } from '../teaching-texts';

interface Invitation {
  role: ClassroomRole;
  email: string;
  inviter: string;
  code: string;
  expires_at: Date;
}

/**
 * The mail contains neither the classroom's title nor text by the inviter, so that the inviter
 * cannot send free text to any address. It greets no recipient by name, even if the address has an
 * account.
 */
const memberInvitation = mailRenderer(
  teachingTexts,
  (t, { web, day }, { role, email, inviter, code, expires_at }: Invitation) => ({
    subject: t('invitation.subject'),
    heading: t('invitation.heading'),
    blocks: [
      { kind: 'text', text: t(`invitation.${role}`, { inviter }) },
      { kind: 'text', text: t('invitation.account', { email }) },
      { kind: 'button', label: t('invitation.button'), url: `${web}/join/${code}` },
      { kind: 'note', text: t('invitation.note', { day: day(expires_at) }) },
    ],
  }),
);

interface Row {
  id: string;
  email: string;
  role: ClassroomRole;
  expires_at: Date;
  inviter: string;
  language: string;
}

/**
 * The mail is in the inviter's language. For the recipient's language, the server would have to
 * look for an account with this address.
 */
const invitationMail: MailDefinition = {
  template: 'classroom-invitation',
  on: {
    'teaching.member-invited': ({ data }, { db, secrets, clock, web }) => [
      {
        accountId: null,
        // Sends nothing if the invitation was withdrawn or accepted in the meantime.
        write: async () => {
          const [row]: Row[] = await db.query(
            `SELECT i.id, i.email, i.role, i.expires_at, p.language, ${fullNameSql('p')} AS inviter
             FROM identity.classroom_invitation i JOIN identity.person p ON p.id = $2
             WHERE i.id = $1 AND i.expires_at > $3`,
            [data.invitation_id, data.account_id, clock.now()],
          );
          if (!row) return null;
          return {
            to: { name: '', address: row.email },
            content: memberInvitation(
              mailLocaleOf({ ...row, first_name: '', last_name: '' }, web),
              {
                ...row,
                code: invitationCodeOf(secrets, row.id),
              },
            ),
          };
        },
      },
    ],
  },
};

export const teachingMails = defineMails('teaching', invitationMail);
