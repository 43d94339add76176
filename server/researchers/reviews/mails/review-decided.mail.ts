import { accountMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../mail/recipient';
import { researchersTexts } from '../../researchers-texts';

interface DecidedReview {
  approved: boolean;
  reason: string;
}

export const renderReviewDecided = mailRenderer(
  researchersTexts,
  (t, { greeting, web }, { approved, reason }: DecidedReview) => {
    const decision = approved ? 'review_approved' : 'review_rejected';
    return {
      subject: t(`${decision}.subject`),
      heading: t(`${decision}.heading`),
      blocks: [
        greeting,
        { kind: 'text', text: t(`${decision}.body`) },
        { kind: 'text', text: t(`${decision}.reason`) },
        { kind: 'quote', text: reason },
        ...(approved ? [] : [{ kind: 'text' as const, text: t('review_rejected.again') }]),
        {
          kind: 'button',
          label: t(`${decision}.button`),
          url: approved ? `${web}/experiments` : `${web}/profile/#affiliation`,
        },
      ],
    };
  },
);

export const reviewDecidedMail = accountMail({
  template: 'review-decided',
  event: 'researchers.review-decided',
  // Sends nothing when a newer review has begun: the decision is obsolete.
  read: async ({ data }, { db }) => {
    const [to]: (Recipient & DecidedReview)[] = await db.query(
      `SELECT ${recipientColumns}, r.state = 'approved' AS approved, r.reason
       FROM identity.review r JOIN identity.person a ON a.id = r.account_id
       WHERE r.id = $1 AND r.state IN ('approved', 'rejected') AND r.reason IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM identity.review n
           WHERE n.account_id = r.account_id AND n.id > r.id)`,
      [data.review_id],
    );
    return to;
  },
  render: renderReviewDecided,
});
