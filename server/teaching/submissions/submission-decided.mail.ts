import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import {
  defineMails,
  type AddressedMail,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { areEqualBytes } from '../../platform/security/same-bytes';
import { studentKeyOf } from '../model/student-key';
import { teachingTexts } from '../teaching-texts';

/**
 * The mail says only that the staff has read a submission. It contains neither the decision nor the
 * classroom.
 */
const submissionDecided = mailRenderer(teachingTexts, (t, { greeting, web }) => ({
  subject: t('decided.subject'),
  heading: t('decided.heading'),
  blocks: [
    greeting,
    { kind: 'text', text: t('decided.body') },
    { kind: 'button', label: t('decided.button'), url: `${web}/history/credits` },
  ],
}));

/** Writes no mail if the student has left the classroom, or has submitted again. */
async function toStudent(
  submissionId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const { db, secrets, web } = services;
  const members: { account_id: string; student_key: Buffer }[] = await db.query(
    `SELECT m.account_id, s.student_key FROM identity.submission s
     JOIN identity.classroom_member m ON m.classroom_id = s.classroom_id AND m.role = 'student'
     WHERE s.id = $1 AND s.state <> 'submitted'`,
    [submissionId],
  );
  const student = members.find(({ account_id, student_key }) =>
    areEqualBytes(student_key, studentKeyOf(secrets, account_id)),
  );
  if (!student) return null;
  const { account_id } = student;
  const [to]: Recipient[] = await db.query(
    `SELECT ${recipientColumns} FROM identity.person a WHERE a.id = $1 AND a.disabled_at IS NULL`,
    [account_id],
  );
  return renderMail(to && { ...to, account_id }, submissionDecided, web);
}

export const submissionMails = defineMails('submissions', {
  template: 'submission-decided',
  // Students cannot switch this mail off: if their work was sent back, they must learn it in time to
  // submit again before the deadline.
  on: {
    'teaching.submission-decided': ({ data }, services) => [
      { accountId: null, write: () => toStudent(data.submission_id, services) },
    ],
  },
});
