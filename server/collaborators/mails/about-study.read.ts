import type { StudyRole } from '../../../contracts/collaborators/collaborators';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import type { MailDependencies } from '../../platform/messaging/mail-source';
import { nextSessionRosterReadersSql } from '../../studies/people/roster.policy';
import { roleSql } from '../../studies/study.policy';
import { fullNameSql } from '../../access/accounts/full-name.sql';

/**
 * The recipient of a mail about a study: the person, the study, and the person's role in it now.
 */
export interface StudyMailRecipient extends Recipient {
  study_id: string;
  title: string;
  role: StudyRole | null;
  /** Whether the person will see names in the roster of the next launched session. */
  reads_roster: boolean;
}

/** @returns undefined if the account was erased */
export async function readStudyMailRecipient(
  { db }: MailDependencies,
  studyId: string,
  accountId: string,
): Promise<StudyMailRecipient | undefined> {
  const [row]: StudyMailRecipient[] = await db.query(
    `SELECT ${recipientColumns}, st.id AS study_id, st.title, ${roleSql('st', 'a.id')} AS role,
       jsonb_exists(${nextSessionRosterReadersSql('st')}, a.id::text) AS reads_roster
     FROM identity.person a JOIN research.study_profile st ON st.id = $1 WHERE a.id = $2`,
    [studyId, accountId],
  );
  return row;
}

/** Reads the first and last name; null if the account was erased. */
export async function readFullName(
  { db }: MailDependencies,
  accountId: string,
): Promise<string | null> {
  const [row]: { name: string }[] = await db.query(
    `SELECT ${fullNameSql('p')} AS name FROM identity.person p WHERE id = $1`,
    [accountId],
  );
  return row?.name ?? null;
}

export const studyUrl = (web: string, studyId: string): string =>
  `${web}/experiments/details/${studyId}?tab=access`;
