import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import { mailRenderer } from '../../mail/mail-renderer';
import { mailLocaleOf } from '../../mail/recipient';
import type { MailDefinition } from '../../platform/messaging/mail-source';
import { collaboratorsTexts } from '../collaborators-texts';
import { buildsInClassSql } from '../../studies/classes/class-builders';
import { fullNameSql } from '../../access/accounts/full-name.sql';

interface Invitation {
  role: CollaboratorRole;
  inviter: string;
  key: string;
  expires_at: Date;
}

/**
 * Renders the invitation. It contains neither the study's title nor text by the inviter, so that
 * the inviter cannot send free text to any address. It has no greeting by name, so that it does not
 * depend on whether the address has an account.
 */
export const renderCollaboratorInvitation = mailRenderer(
  collaboratorsTexts,
  (t, { web, day }, { role, inviter, key, expires_at }: Invitation) => ({
    subject: t('invitation.subject'),
    heading: t('invitation.heading'),
    blocks: [
      { kind: 'text', text: t(`invitation.${role}`, { inviter }) },
      { kind: 'text', text: t('invitation.account') },
      // The key follows '#': browsers do not send the fragment to a server.
      { kind: 'button', label: t('invitation.button'), url: `${web}/collaborate#${key}` },
      { kind: 'note', text: t('invitation.note', { day: day(expires_at) }) },
    ],
  }),
);

interface Row {
  id: string;
  email: string;
  role: CollaboratorRole;
  key_hash: Buffer;
  expires_at: Date;
  inviter: string;
  language: string;
}

/**
 * The mail is in the inviter's language. To use the recipient's language, the server would have to
 * look up the recipient's account. An invitation to a class study is mailed only to a student who
 * builds for that class. For any other address no mail is sent, but the inviter gets the same
 * response.
 */
export const invitationMail: MailDefinition = {
  template: 'collaborator-invitation',
  on: {
    'collaborators.invited': ({ data }, { db, secrets, clock, web }) => [
      {
        accountId: null,
        write: async () => {
          const [row]: Row[] = await db.query(
            `SELECT i.id, i.email, i.role, i.key_hash, i.expires_at, p.language,
               ${fullNameSql('p')} AS inviter
             FROM identity.study_invitation i JOIN identity.person p ON p.id = i.invited_by
               JOIN research.study_profile st ON st.id = i.study_id
             WHERE i.id = $1 AND i.expires_at > $2 AND (st.classroom_id IS NULL
               OR EXISTS (SELECT FROM identity.person invited WHERE invited.email = i.email
                 AND ${buildsInClassSql('invited.id', 'st.classroom_id')}))`,
            [data.invitation_id, clock.now()],
          );
          const key = row && secrets.linkKeyOf('study-invitation', row.id, row.key_hash);
          if (!row || key === undefined) return null;
          return {
            to: { name: '', address: row.email },
            content: renderCollaboratorInvitation(
              mailLocaleOf({ ...row, first_name: '', last_name: '' }, web),
              { ...row, key },
            ),
          };
        },
      },
    ],
  },
};
