import { renderedMail } from '../../mail/account-mail';
import { oneLine } from '../../mail/layout';
import { mailRenderer } from '../../mail/mail-renderer';
import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import type { MailDefinition, MailServices } from '../../platform/messaging/mail-source';
import { ownerIdOf } from '../../studies/people/study-owner';
import { collaboratorsTexts } from '../collaborators-texts';
import { aboutStudy, nameOf, studyUrl } from './about-study.read';

export const roleChanged = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { title, study_id, role }: { title: string; study_id: string; role: CollaboratorRole },
  ) => ({
    subject: oneLine(t('role_changed.subject', { title })),
    heading: t('role_changed.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t(`role_changed.${role}`, { title }) },
      { kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) },
    ],
  }),
);

export const roleTaken = mailRenderer(
  collaboratorsTexts,
  (t, { greeting }, { title }: { title: string }) => ({
    subject: oneLine(t('role_taken.subject', { title })),
    heading: t('role_taken.heading'),
    blocks: [greeting, { kind: 'text', text: t('role_taken.body', { title }) }],
  }),
);

export const collaboratorLeft = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { title, name, study_id }: { title: string; name: string; study_id: string },
  ) => ({
    subject: oneLine(t('left.subject', { title })),
    heading: t('left.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('left.body', { title, name }) },
      { kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) },
    ],
  }),
);

export const rosterChanged = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { title, study_id, reads_roster }: { title: string; study_id: string; reads_roster: boolean },
  ) => {
    const word = reads_roster ? 'roster_opened' : 'roster_closed';
    return {
      subject: oneLine(t(`${word}.subject`, { title })),
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
 * Writes the mail about roster access, with the present role. Writes none if the role has ended,
 * since another mail reports that.
 */
async function ofRoster(
  services: MailServices,
  { study_id, account_id }: { study_id: string; account_id: string },
) {
  const found = await aboutStudy(services, study_id, account_id);
  if (!found || found.role === null || found.role === 'owner') return null;
  return renderedMail({ ...found, account_id }, rosterChanged, services.web);
}

/** Writes the mail about a changed or ended role; none if the role has changed again since. */
async function toCollaborator(
  services: MailServices,
  { study_id, account_id }: { study_id: string; account_id: string },
  hasEnded: boolean,
) {
  const found = await aboutStudy(services, study_id, account_id);
  if (!found || found.role === 'owner' || (found.role === null) !== hasEnded) return null;
  const { role } = found;
  const to = { ...found, account_id };
  return role === null
    ? renderedMail(to, roleTaken, services.web)
    : renderedMail({ ...to, role }, roleChanged, services.web);
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
      const owner = await ownerIdOf(services.db, data.study_id);
      if (owner === undefined) return [];
      return [
        {
          accountId: owner,
          write: async () => {
            const to = await aboutStudy(services, data.study_id, owner);
            const name = await nameOf(services, data.account_id);
            if (to?.role !== 'owner' || name === null) return null;
            return renderedMail({ ...to, name, account_id: owner }, collaboratorLeft, services.web);
          },
        },
      ];
    },
  },
};
