import { reopenResearcherReview } from '../../access/accounts/account-changes.store';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Restarts the review of a researcher (docs/domain.md, 1), in the transaction that set or changed
 * the affiliation: it supersedes the pending review and withdraws the privilege until the next
 * decision. A researcher who names no organization gets no new review.
 * @returns the id of the new review; null if there is none.
 */
export async function requestReview(tx: Transaction, accountId: string): Promise<string | null> {
  // Locks the account before its reviews, in the same order as a decision about a review does, so
  // that the two transactions cannot deadlock.
  const account = await lockAccountRow(tx, accountId, 'update');
  if (!account?.is_researcher) return null;
  await tx.query(
    `UPDATE identity.review SET state = 'superseded' WHERE account_id = $1 AND state = 'pending'`,
    [accountId],
  );
  await reopenResearcherReview(tx, accountId);
  if (!account.organization?.trim()) return null;
  const reviewId = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.review (id, account_id, state, organization, organization_ror_id, interests)
     VALUES ($1, $2, 'pending', $3, $4, $5)`,
    [reviewId, accountId, account.organization, account.organization_ror_id, account.interests],
  );
  tx.record('researchers.review-requested', { review_id: reviewId, account_id: accountId });
  return reviewId;
}
