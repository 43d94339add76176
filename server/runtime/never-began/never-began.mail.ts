import { accountMail } from '../../mail/account-mail';
import { toOneLine } from '../../mail/layout';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { defineMails, type MailDependencies } from '../../platform/messaging/mail-source';
import { mayOnStudySql } from '../../studies/study.policy';
import { runtimeTexts } from '../runtime-texts';

interface NeverBegan {
  session_id: string;
  title: string;
}

/** The mail names neither the participant nor the time. */
export const renderRunNeverBegan = mailRenderer(
  runtimeTexts,
  (t, { greeting, web }, { session_id, title }: NeverBegan) => ({
    subject: toOneLine(t('never_began.subject', { title })),
    heading: t('never_began.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('never_began.body', { title }) },
      { kind: 'text', text: t('never_began.what') },
      { kind: 'button', label: t('never_began.button'), url: `${web}/sessions/${session_id}` },
    ],
  }),
);

/** Reads what the mail says. @returns undefined for a person who no longer edits the study */
async function about(
  { db }: MailDependencies,
  { session_id, account_id }: { session_id: string; account_id: string },
): Promise<(Recipient & NeverBegan) | undefined> {
  const [row]: (Recipient & NeverBegan)[] = await db.query(
    `SELECT ${recipientColumns}, s.id AS session_id, st.title
     FROM identity.person a, research.recruitment s JOIN research.study_profile st ON st.id = s.study_id
     WHERE s.id = $1 AND a.id = $2 AND ${mayOnStudySql('edit', 'st', 'a.id')}`,
    [session_id, account_id],
  );
  return row;
}

export const runtimeMails = defineMails(
  'runtime',
  accountMail({
    template: 'never-began',
    event: 'runtime.never-began',
    read: async ({ data }, services) => {
      const row = await about(services, data);
      return row && { ...row, account_id: data.account_id };
    },
    render: renderRunNeverBegan,
  }),
);
