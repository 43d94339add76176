import { renderMail } from '../../mail/account-mail';
import { toOneLine } from '../../mail/layout';
import { mailRenderer } from '../../mail/mail-renderer';
import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import type { MailDefinition, MailDependencies } from '../../platform/messaging/mail-source';
import { findStudyOwnerId } from '../../studies/people/study-owner';
import { collaboratorsTexts } from '../collaborators-texts';
import { readStudyMailRecipient, readFullName, studyUrl } from './about-study.read';

export const renderRoleChanged = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { title, study_id, role }: { title: string; study_id: string; role: CollaboratorRole },
  ) => ({
    subject: toOneLine(t('role_changed.subject', { title })),
    heading: t('role_changed.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t(`role_changed.${role}`, { title }) },
      { kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) },
    ],
  }),
);

export const renderRoleRemoved = mailRenderer(
  collaboratorsTexts,
  (t, { greeting }, { title }: { title: string }) => ({
    subject: toOneLine(t('role_taken.subject', { title })),
    heading: t('role_taken.heading'),
    blocks: [greeting, { kind: 'text', text: t('role_taken.body', { title }) }],
  }),
);

export const renderCollaboratorLeft = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { title, name, study_id }: { title: string; name: string; study_id: string },
  ) => ({
    subject: toOneLine(t('left.subject', { title })),
    heading: t('left.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('left.body', { title, name }) },
      { kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) },
    ],
  }),
);

export const renderRosterAccessChanged = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { title, study_id, reads_roster }: { title: string; study_id: string; reads_roster: boolean },
  ) => {
    const word = reads_roster ? 'roster_opened' : 'roster_closed';
    return {
      subject: toOneLine(t(`${word}.subject`, { title })),
      heading: t(`${word}.heading`),
      blocks: [
        greeting,
        { kind: 'text', text: t(`${word}.body`, { title }) },
        { kind: 'text', text: t(`${word}.what`) },
        { kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) },
      ],
    };
  },
);

/**
 * Writes the mail about gained or lost roster access, which also states the collaborator's present
 * role. Writes no mail if that role has ended, since another mail reports the end.
 */
async function ofRoster(
  services: MailDependencies,
  { study_id, account_id }: { study_id: string; account_id: string },
) {
  const found = await readStudyMailRecipient(services, study_id, account_id);
  if (!found || found.role === null || found.role === 'owner') return null;
  return renderMail({ ...found, account_id }, renderRosterAccessChanged, services.web);
}

/**
 * Writes the mail about a changed or ended role. Writes no mail if the role has changed again
 * since.
 */
async function toCollaborator(
  services: MailDependencies,
  { study_id, account_id }: { study_id: string; account_id: string },
  hasEnded: boolean,
) {
  const found = await readStudyMailRecipient(services, study_id, account_id);
  if (!found || found.role === 'owner' || (found.role === null) !== hasEnded) return null;
  const { role } = found;
  const to = { ...found, account_id };
  return role === null
    ? renderMail(to, renderRoleRemoved, services.web)
    : renderMail({ ...to, role }, renderRoleChanged, services.web);
}

export const roleMail: MailDefinition = {
  template: 'collaborator-role',
  on: {
    'collaborators.role-changed': ({ data }, services) => [
      { accountId: data.account_id, write: () => toCollaborator(services, data, false) },
    ],
    'collaborators.roster-changed': ({ data }, services) => [
      { accountId: data.account_id, write: () => ofRoster(services, data) },
    ],
    'collaborators.role-ended': async ({ data }, services) => {
      if (!data.left)
        return [{ accountId: data.account_id, write: () => toCollaborator(services, data, true) }];
      const owner = await findStudyOwnerId(services.db, data.study_id);
      if (owner === undefined) return [];
      return [
        {
          accountId: owner,
          write: async () => {
            const to = await readStudyMailRecipient(services, data.study_id, owner);
            const name = await readFullName(services, data.account_id);
            if (to?.role !== 'owner' || name === null) return null;
            return renderMail(
              { ...to, name, account_id: owner },
              renderCollaboratorLeft,
              services.web,
            );
          },
        },
      ];
    },
  },
};
