import { renderMail } from '../../mail/account-mail';
import { toOneLine } from '../../mail/layout';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import {
  defineMails,
  type MailDefinition,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { readStudyPeople } from '../../studies/people/study-owner';
import type { ClassReviewRow } from '../model/class-review.entity';
import { teachingTexts } from '../teaching-texts';

interface AboutReview {
  study_id: string;
  classroom_id: string;
  state: ClassReviewRow['state'];
  title: string;
  classroom: string;
}

const reviewSubmitted = mailRenderer(
  teachingTexts,
  (t, { greeting, web }, { title, classroom, classroom_id, study_id }: AboutReview) => ({
    subject: toOneLine(t('review_submitted.subject', { title })),
    heading: t('review_submitted.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('review_submitted.body', { title, classroom }) },
      {
        kind: 'button',
        label: t('review_submitted.button'),
        url: `${web}/classrooms/${classroom_id}/studies/${study_id}`,
      },
    ],
  }),
);

/** The mail does not contain what the instructor wrote; the study's page shows it. */
const reviewDecided = mailRenderer(
  teachingTexts,
  (t, { greeting, web }, { title, classroom, state, study_id }: AboutReview) => ({
    subject: toOneLine(t('review_decided.subject', { title })),
    heading: t('review_decided.heading'),
    blocks: [
      greeting,
      {
        kind: 'text',
        text: t(`review_decided.${state === 'approved' ? 'approved' : 'changes_asked'}`, {
          title,
          classroom,
        }),
      },
      {
        kind: 'button',
        label: t('review_decided.button'),
        url: `${web}/experiments/details/${study_id}`,
      },
    ],
  }),
);

/**
 * Reads the facts about a submission that the mails contain; undefined if a newer submission has
 * replaced it.
 */
async function aboutReview(
  { db }: MailDependencies,
  reviewId: string,
): Promise<AboutReview | undefined> {
  const [row]: AboutReview[] = await db.query(
    `SELECT r.study_id, r.classroom_id, r.state, st.title, c.title AS classroom
     FROM identity.class_review r JOIN research.study_profile st ON st.id = r.study_id
     JOIN identity.classroom c ON c.id = r.classroom_id WHERE r.id = $1`,
    [reviewId],
  );
  return row;
}

async function recipient(
  { db }: MailDependencies,
  accountId: string,
): Promise<(Recipient & { account_id: string }) | undefined> {
  const [row]: Recipient[] = await db.query(
    `SELECT ${recipientColumns} FROM identity.person a WHERE a.id = $1 AND a.disabled_at IS NULL`,
    [accountId],
  );
  return row && { ...row, account_id: accountId };
}

/**
 * Mails an instructor about a submission. Sends nothing if the person is no longer an instructor,
 * or if the submission was decided or replaced.
 */
async function toInstructor(services: MailDependencies, reviewId: string, accountId: string) {
  const about = await aboutReview(services, reviewId);
  if (about?.state !== 'submitted') return null;
  const instructors = await instructorsOf(services, about.classroom_id);
  const to = instructors.includes(accountId) ? await recipient(services, accountId) : undefined;
  return renderMail(to && { ...to, ...about }, reviewSubmitted, services.web);
}

/** Mails a builder. Sends nothing to a person who no longer builds the study. */
async function toBuilder(services: MailDependencies, reviewId: string, accountId: string) {
  const about = await aboutReview(services, reviewId);
  if (!about || about.state === 'submitted') return null;
  const people = await readStudyPeople(services.db, about.study_id);
  const to = people.includes(accountId) ? await recipient(services, accountId) : undefined;
  return renderMail(to && { ...to, ...about }, reviewDecided, services.web);
}

async function instructorsOf({ db }: MailDependencies, classroomId: string): Promise<string[]> {
  const rows: { id: string }[] = await db.query(
    `SELECT account_id AS id FROM identity.classroom_member WHERE classroom_id = $1 AND role = 'instructor'`,
    [classroomId],
  );
  return rows.map(({ id }) => id);
}

const submittedMail: MailDefinition = {
  template: 'class-review-submitted',
  on: {
    'teaching.review-submitted': async ({ data }, services) => {
      const about = await aboutReview(services, data.review_id);
      const instructors = about ? await instructorsOf(services, about.classroom_id) : [];
      return instructors.map((accountId) => ({
        accountId,
        recipient: accountId,
        write: () => toInstructor(services, data.review_id, accountId),
      }));
    },
  },
};

const decidedMail: MailDefinition = {
  template: 'class-review-decided',
  on: {
    'teaching.review-decided': async ({ data }, services) => {
      const about = await aboutReview(services, data.review_id);
      const people = about ? await readStudyPeople(services.db, about.study_id) : [];
      return people.map((accountId) => ({
        accountId,
        recipient: accountId,
        write: () => toBuilder(services, data.review_id, accountId),
      }));
    },
  },
};

export const reviewMails = defineMails('class-reviews', submittedMail, decidedMail);
