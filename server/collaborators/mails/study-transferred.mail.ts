import { renderMail } from '../../mail/account-mail';
import { toOneLine } from '../../mail/layout';
import { mailRenderer } from '../../mail/mail-renderer';
import type { MailDefinition, MailDependencies } from '../../platform/messaging/mail-source';
import { readStudyPeople } from '../../studies/people/study-owner';
import { collaboratorsTexts } from '../collaborators-texts';
import { readStudyMailRecipient, readFullName, studyUrl } from './about-study.read';

type Part = 'owns' | 'stays' | 'leaves' | 'others';
interface Passed {
  study_id: string;
  title: string;
  /** What the recipient is after the transfer: former owner, new owner or collaborator. */
  part: Part;
  owner: string;
  former: string;
}

export const renderStudyTransferred = mailRenderer(
  collaboratorsTexts,
  (t, { greeting, web }, { study_id, title, part, owner, former }: Passed) => ({
    subject: toOneLine(t('passed.subject', { title })),
    heading: t('passed.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t(`passed.${part}`, { title, owner, former }) },
      ...(part === 'owns' ? [{ kind: 'text', text: t('passed.look', { former }) } as const] : []),
      ...(part === 'leaves'
        ? []
        : [{ kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) } as const]),
    ],
  }),
);

interface Ids {
  study_id: string;
  account_id: string;
  former_id: string;
}

/**
 * Writes no mail if the study was transferred again, or the recipient's role has ended, in the
 * meantime.
 */
async function toOne(services: MailDependencies, ids: Ids, recipient: string) {
  const to = await readStudyMailRecipient(services, ids.study_id, recipient);
  const owner = await readFullName(services, ids.account_id);
  const now = await readStudyMailRecipient(services, ids.study_id, ids.account_id);
  if (!to || owner === null || now?.role !== 'owner') return null;
  const part = partOf(ids, recipient, to.role !== null);
  if (part === null) return null;
  const former = (await readFullName(services, ids.former_id)) ?? '';
  return renderMail(
    { ...to, part, owner, former, account_id: recipient },
    renderStudyTransferred,
    services.web,
  );
}

function partOf(ids: Ids, recipient: string, hasRole: boolean): Part | null {
  if (recipient === ids.account_id) return 'owns';
  if (recipient === ids.former_id) return hasRole ? 'stays' : 'leaves';
  return hasRole ? 'others' : null;
}

/** The mail that informs both owners and all collaborators that the study has a new owner. */
export const studyTransferredMail: MailDefinition = {
  template: 'study-passed',
  on: {
    'collaborators.study-passed': async ({ data }, services) => {
      const people = await readStudyPeople(services.db, data.study_id);
      return [...new Set([data.former_id, ...people])].map((id) => ({
        accountId: id,
        recipient: id,
        write: () => toOne(services, data, id),
      }));
    },
  },
};
