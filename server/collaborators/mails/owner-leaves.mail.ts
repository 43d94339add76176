import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import type { MailDefinition, MailDependencies } from '../../platform/messaging/mail-source';
import { collaboratorsOfOwner } from '../../studies/people/collaborators-of-owner.read';
import { collaboratorsTexts } from '../collaborators-texts';
import { fullNameSql } from '../../access/accounts/full-name.sql';

/**
 * How many study titles one mail lists. Of all further studies, it states only how many there are.
 */
const mostTitles = 20;

interface Leaving {
  owner: string;
  titles: readonly string[];
  deletion_at: Date | null;
}

/**
 * Renders the mail that informs collaborators of what ends when the owner's account is erased, and
 * how the study can go on.
 */
export const renderOwnerLeaves = mailRenderer(
  collaboratorsTexts,
  (t, { greeting, web, day }, { owner, titles, deletion_at }: Leaving) => {
    const more = titles.length - mostTitles;
    const studies = titles.slice(0, mostTitles).map((value) => ({ label: t('study'), value }));
    const facts = { kind: 'facts', rows: studies } as const;
    const rest = more > 0 ? [{ kind: 'text', text: t('more', { count: more }) } as const] : [];
    const button = { kind: 'button', label: t('to_studies'), url: `${web}/experiments` } as const;
    if (deletion_at === null)
      return {
        subject: t('owner_stays.subject'),
        heading: t('owner_stays.heading'),
        blocks: [
          greeting,
          { kind: 'text', text: t('owner_stays.body', { owner }) },
          facts,
          ...rest,
          button,
        ],
      };
    const on = day(deletion_at);
    return {
      subject: t('owner_leaves.subject', { day: on }),
      heading: t('owner_leaves.heading'),
      blocks: [
        greeting,
        { kind: 'text', text: t('owner_leaves.body', { owner, day: on }) },
        facts,
        ...rest,
        { kind: 'text', text: t('owner_leaves.what') },
        { kind: 'text', text: t('owner_leaves.pass', { owner }) },
        button,
      ],
    };
  },
);

/** Writes no mail if the deletion of the owner's account was cancelled, or requested again, in the meantime. */
async function toCollaborator(
  services: MailDependencies,
  owner: { id: string; isLeaving: boolean },
  accountId: string,
) {
  const { db, clock, web } = services;
  const [found]: { owner: string; deletion_at: Date | null }[] = await db.query(
    `SELECT ${fullNameSql('p')} AS owner, deletion_at FROM identity.person p
     WHERE id = $1 AND (deletion_at IS NULL OR deletion_at > $2)`,
    [owner.id, clock.now()],
  );
  const [to]: Recipient[] = await db.query(
    `SELECT ${recipientColumns} FROM identity.person a WHERE a.id = $1`,
    [accountId],
  );
  const of = (await collaboratorsOfOwner(db, owner.id)).find((one) => one.account_id === accountId);
  if (!found || !to || !of || (found.deletion_at !== null) !== owner.isLeaving) return null;
  return renderMail(
    { ...to, ...found, titles: of.titles, account_id: accountId },
    renderOwnerLeaves,
    web,
  );
}

const told = async (ownerId: string, isLeaving: boolean, services: MailDependencies) =>
  (await collaboratorsOfOwner(services.db, ownerId)).map(({ account_id }) => ({
    accountId: account_id,
    recipient: account_id,
    write: () => toCollaborator(services, { id: ownerId, isLeaving }, account_id),
  }));

export const ownerLeavesMail: MailDefinition = {
  template: 'study-owner-leaves',
  on: {
    'identity.deletion-requested': ({ data }, services) => told(data.account_id, true, services),
    'identity.deletion-reminder-due': ({ data }, services) => told(data.account_id, true, services),
    'identity.deletion-cancelled': ({ data }, services) => told(data.account_id, false, services),
  },
};
