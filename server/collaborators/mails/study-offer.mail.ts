import { renderMail } from '../../mail/account-mail';
import { toOneLine } from '../../mail/layout';
import { mailRenderer } from '../../mail/mail-renderer';
import { mailLocaleOf } from '../../mail/recipient';
import type {
  AddressedMail,
  MailDefinition,
  MailDependencies,
} from '../../platform/messaging/mail-source';
import { collaboratorsTexts } from '../collaborators-texts';
import { readStudyMailRecipient, readFullName, studyUrl } from './about-study.read';
import { fullNameSql } from '../../access/accounts/full-name.sql';

interface ToCollaborator {
  study_id: string;
  title: string;
  owner: string;
  expires_at: Date;
}
export const renderStudyOffer = mailRenderer(
  collaboratorsTexts,
  (t, { greeting, web, day }, { study_id, title, owner, expires_at }: ToCollaborator) => ({
    subject: toOneLine(t('offered.subject', { title })),
    heading: t('offered.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('offered.body', { owner, title }) },
      { kind: 'text', text: t('offered.what') },
      { kind: 'button', label: t('offered.button'), url: studyUrl(web, study_id) },
      { kind: 'note', text: t('offered.note', { day: day(expires_at) }) },
    ],
  }),
);

/**
 * This mail can go to any address, like an invitation (invitation.mail.ts), so it has neither the
 * study's title nor a greeting by name.
 */
export const renderStudyOfferByAddress = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { web, day },
    { key, owner, expires_at }: { key: string; owner: string; expires_at: Date },
  ) => ({
    subject: t('offered_by_mail.subject'),
    heading: t('offered_by_mail.heading'),
    blocks: [
      { kind: 'text', text: t('offered_by_mail.body', { owner }) },
      { kind: 'text', text: t('offered_by_mail.account') },
      { kind: 'button', label: t('offered.button'), url: `${web}/collaborate#${key}` },
      { kind: 'note', text: t('invitation.note', { day: day(expires_at) }) },
    ],
  }),
);

export const renderOfferDeclined = mailRenderer(
  collaboratorsTexts,
  (
    t,
    { greeting, web },
    { study_id, title, name }: { study_id: string; title: string; name: string | null },
  ) => ({
    subject: toOneLine(t('declined.subject', { title })),
    heading: t('declined.heading'),
    blocks: [
      greeting,
      {
        kind: 'text',
        text:
          name === null ? t('declined.by_mail', { title }) : t('declined.body', { title, name }),
      },
      { kind: 'button', label: t('to_study'), url: studyUrl(web, study_id) },
    ],
  }),
);

interface Row {
  id: string;
  study_id: string;
  account_id: string | null;
  email: string | null;
  key_hash: Buffer | null;
  expires_at: Date;
  owner: string;
  language: string;
}

/** Writes no mail if the offer was answered or taken back in the meantime. */
async function offered(services: MailDependencies, offerId: string): Promise<AddressedMail | null> {
  const { db, clock, secrets, web } = services;
  const [row]: Row[] = await db.query(
    `SELECT o.id, o.study_id, o.account_id, o.email, o.key_hash, o.expires_at, p.language,
       ${fullNameSql('p')} AS owner
     FROM identity.study_offer o JOIN identity.person p ON p.id = o.offered_by
     WHERE o.id = $1 AND o.expires_at > $2`,
    [offerId, clock.now()],
  );
  if (!row) return null;
  const { account_id, email, key_hash } = row;
  if (account_id !== null) {
    const to = await readStudyMailRecipient(services, row.study_id, account_id);
    return renderMail(to && { ...row, ...to, account_id }, renderStudyOffer, web);
  }
  const key = key_hash === null ? undefined : secrets.linkKeyOf('study-offer', row.id, key_hash);
  if (email === null || key === undefined) return null;
  return {
    to: { name: '', address: email },
    // The mail is in the owner's language: the language of the recipient would require a query for their account.
    content: renderStudyOfferByAddress(
      mailLocaleOf({ ...row, email, first_name: '', last_name: '' }, web),
      {
        ...row,
        key,
      },
    ),
  };
}

export const offerMail: MailDefinition = {
  template: 'study-offered',
  on: {
    'collaborators.study-offered': ({ data }, services) => [
      // The queued mail names no account: the worker that writes it reads the recipient from the offer.
      { accountId: null, write: () => offered(services, data.offer_id) },
    ],
  },
};

export const offerDeclinedMail: MailDefinition = {
  template: 'study-offer-declined',
  on: {
    'collaborators.offer-declined': ({ data: { study_id, account_id, by } }, services) => [
      {
        accountId: account_id,
        write: async () => {
          const to = await readStudyMailRecipient(services, study_id, account_id);
          if (to?.role !== 'owner') return null;
          const name = by === null ? null : await readFullName(services, by);
          return renderMail({ ...to, name, account_id }, renderOfferDeclined, services.web);
        },
      },
    ],
  },
};
