import type { ClassroomRole } from '../../../contracts/teaching/classrooms';
import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import type { MailBlock } from '../../mail/mail-document';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import {
  defineMails,
  type AddressedMail,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { readExportableClassStudies } from '../../studies/people/class-groups';
import { teachingTexts } from '../teaching-texts';
import { utcDay } from '../../platform/concurrency/clock';
import { dayAfterNotice } from './erasure-day.rule';

interface Ending {
  classroom_id: string;
  classroom: string;
  day: string;
  role: ClassroomRole;
  /** Whether the classroom has class studies that will be erased. */
  has_studies: boolean;
  studies: readonly { id: string; title: string }[];
}

/**
 * Writes the mail that names the day of the erasure and what will be deleted. It shows people who
 * built studies where to export these studies.
 */
export const renderClassErasure = mailRenderer(
  teachingTexts,
  (t, { greeting, web, day }, ending: Ending) => {
    // Noon UTC, so that the date is the same in nearly all time zones of recipients.
    const values = {
      classroom: ending.classroom,
      day: day(new Date(`${ending.day}T12:00:00Z`)),
    };
    const studies = ending.studies.map(({ id, title }): MailBlock => {
      const url = `${web}/experiments/details/${id}?tab=data`;
      return { kind: 'link', label: t('term.study'), url, about: title };
    });
    const isStudent = ending.role === 'student';
    const [building, others] = isStudent
      ? (['term.student_building', 'term.student'] as const)
      : (['term.staff_building', 'term.staff'] as const);
    return {
      subject: t('term.subject', values),
      heading: t('term.heading'),
      blocks: [
        greeting,
        { kind: 'text', text: t(ending.has_studies ? building : others, values) },
        ...(isStudent ? [] : [{ kind: 'text', text: t('term.gradebook') } as const]),
        ...(studies.length > 0 ? [{ kind: 'text', text: t('term.take') } as const] : []),
        ...studies,
        {
          kind: 'button',
          label: t('term.button'),
          url: `${web}/classrooms/${ending.classroom_id}`,
        },
      ],
    };
  },
);

type Told = Recipient & Omit<Ending, 'studies' | 'day'> & { account_id: string; told_on: string };

/**
 * Mails a member, unless the person has left or the classroom is erased. The notice period counts
 * from the day that the classroom's row contains (`erasure_told_on`). If the mail is sent on a
 * later day, stores this day instead.
 */
async function toMember(
  classroomId: string,
  accountId: string,
  { db, clock, web }: MailDependencies,
): Promise<AddressedMail | null> {
  await db.query(
    `UPDATE identity.classroom SET erasure_told_on = $2 WHERE id = $1 AND erasure_told_on < $2 AND erased_on IS NULL`,
    [classroomId, utcDay(clock.now())],
  );
  const [told]: Told[] = await db.query(
    `SELECT ${recipientColumns}, a.id AS account_id, c.id AS classroom_id, c.title AS classroom,
       c.erasure_told_on::text AS told_on, m.role,
       EXISTS (SELECT FROM research.study_profile st WHERE st.classroom_id = c.id) AS has_studies
     FROM identity.classroom c JOIN identity.classroom_member m ON m.classroom_id = c.id
     JOIN identity.person a ON a.id = m.account_id
     WHERE c.id = $1 AND m.account_id = $2 AND c.erased_on IS NULL AND c.erasure_told_on IS NOT NULL`,
    [classroomId, accountId],
  );
  if (!told) return null;
  const studies = await readExportableClassStudies(db, classroomId, accountId);
  return renderMail(
    { ...told, studies, day: dayAfterNotice(told.told_on) },
    renderClassErasure,
    web,
  );
}

/**
 * The mail goes to every member: all lose their membership, and students lose what they submitted.
 * Members cannot switch it off, because an erasure is never without this notice.
 */
export const endOfTermMails = defineMails('end-of-term', {
  template: 'class-erasure',
  on: {
    'teaching.erasure-reminder-due': async ({ data: { classroom_id } }, services) => {
      const members: { account_id: string }[] = await services.db.query(
        `SELECT account_id FROM identity.classroom_member WHERE classroom_id = $1 ORDER BY account_id`,
        [classroom_id],
      );
      return members.map(({ account_id }) => ({
        accountId: account_id,
        recipient: account_id,
        write: () => toMember(classroom_id, account_id, services),
      }));
    },
  },
});
