import { renderMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { isAdministratorSql, recipientColumns, type Recipient } from '../../../mail/recipient';
import type {
  AddressedMail,
  MailDefinition,
  MailRequest,
  MailDependencies,
} from '../../../platform/messaging/mail-source';
import { researchersTexts } from '../../researchers-texts';
import { fullNameSql } from '../../../access/accounts/full-name.sql';

interface RequestedReview {
  researcher: string;
  organization: string;
  interests: string | null;
}

export const renderReviewRequested = mailRenderer(
  researchersTexts,
  (t, { greeting, web }, { researcher, organization, interests }: RequestedReview) => ({
    subject: t('review_requested.subject'),
    heading: t('review_requested.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('review_requested.body') },
      {
        kind: 'facts',
        rows: [
          { label: t('review_requested.researcher'), value: researcher },
          { label: t('review_requested.organization'), value: organization },
          ...(interests ? [{ label: t('review_requested.interests'), value: interests }] : []),
        ],
      },
      { kind: 'button', label: t('review_requested.button'), url: `${web}/reviews` },
    ],
  }),
);

async function pendingReviewOf(
  accountId: string,
  { db }: MailDependencies,
): Promise<string | null> {
  const [row]: { id: string }[] = await db.query(
    `SELECT id FROM identity.review WHERE account_id = $1 AND state = 'pending'`,
    [accountId],
  );
  return row?.id ?? null;
}

/** Sends nothing when the review has been decided or replaced since. */
async function write(
  reviewId: string,
  administratorId: string,
  { db, web }: MailDependencies,
): Promise<AddressedMail | null> {
  const [to]: (Recipient & RequestedReview)[] = await db.query(
    `SELECT ${recipientColumns}, ${fullNameSql('p')} AS researcher,
       r.organization, r.interests
     FROM identity.review r JOIN identity.person p ON p.id = r.account_id
     JOIN identity.person a ON a.id = $2
     WHERE r.id = $1 AND r.state = 'pending'`,
    [reviewId, administratorId],
  );
  return renderMail(to, renderReviewRequested, web);
}

/**
 * Mails every administrator except the researcher under review. Sends nothing before the
 * researcher's address is verified: an unverified registration may use a stranger's address.
 */
async function toAdministrators(
  reviewId: string,
  services: MailDependencies,
): Promise<readonly MailRequest[]> {
  const rows: { id: string }[] = await services.db.query(
    `SELECT a.id FROM identity.account_profile a
     JOIN identity.review r ON r.id = $1 AND r.state = 'pending' AND r.account_id <> a.id
     JOIN identity.person p ON p.id = r.account_id AND p.status = 'ACTIVE'
     WHERE ${isAdministratorSql('a')}
     ORDER BY a.id`,
    [reviewId],
  );
  return rows.map(({ id }) => ({
    accountId: id,
    recipient: id,
    about: reviewId,
    write: () => write(reviewId, id, services),
  }));
}

/**
 * Two events cause this mail: the request for the review, and the verification of the researcher's
 * address. Each administrator gets it once for each review, whichever event happens first.
 */
export const reviewRequestedMail: MailDefinition = {
  template: 'review-asked',
  on: {
    'researchers.review-requested': ({ data }, services) =>
      toAdministrators(data.review_id, services),
    // If the review was requested before the address was verified, the administrators get their
    // mails only now.
    'identity.account-activated': async ({ data }, services) => {
      const reviewId = await pendingReviewOf(data.account_id, services);
      return reviewId === null ? [] : toAdministrators(reviewId, services);
    },
  },
};
