import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { setResearcherPrivilege } from '../../access/accounts/account-changes.store';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { mustActAsAdministrator } from '../../access/as-administrator';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';

export interface ResearcherReviewDecision {
  /** The account of the researcher under review. */
  accountId: string;
  approve: boolean;
  reason: string;
  /** The review that the administrator saw on the page; null for the pending one. */
  reviewId: string | null;
  /** The administrator who decides. */
  decidedBy: string;
}

/** Decides a review. Returns the id of the review. */
export class DecideReview extends Command<string> {
  constructor(
    readonly decision: ResearcherReviewDecision,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(DecideReview)
export class DecideReviewHandler implements ICommandHandler<DecideReview> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores who decided, when and why (docs/domain.md, 1).
   * @throws DomainError
   * - forbidden: if administrators decide their own review
   * - not_found: if the account does not exist, or never had a review
   * - already_decided: if no review of the account is pending, or if the pending review is not the
   *   review that the administrator saw
   */
  async execute({
    decision: { accountId, approve, reason, reviewId, decidedBy },
    requestId,
  }: DecideReview): Promise<string> {
    if (accountId === decidedBy) throw new DomainError('forbidden');
    const now = this.clock.now();
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, decidedBy);
        // Locks the account first, as a change of the affiliation does, so that the two
        // transactions cannot deadlock.
        const account = await lockAccountRow(tx, accountId, 'update');
        if (!account?.is_researcher) throw new DomainError('not_found');
        const [review] = await tx.query<{ id: string }>(
          `UPDATE identity.review SET state = $2, reason = $3, decided_by = $4, decided_at = $5
         WHERE account_id = $1 AND state = 'pending' AND ($6::uuid IS NULL OR id = $6) RETURNING id`,
          [accountId, approve ? 'approved' : 'rejected', reason, decidedBy, now, reviewId],
        );
        if (!review)
          throw new DomainError(
            (await this.hadOne(tx, accountId)) ? 'already_decided' : 'not_found',
          );
        await setResearcherPrivilege(tx, accountId, approve, now);
        tx.record('researchers.review-decided', { review_id: review.id, account_id: accountId });
        await tx.audit(
          'review-decided',
          {
            actor: decidedBy,
            subject: accountId,
            details: { review_id: review.id, decision: approve ? 'approve' : 'reject' },
          },
          now,
        );
        return review.id;
      },
      { requestId },
    );
  }

  private async hadOne(tx: Transaction, accountId: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM identity.review WHERE account_id = $1 LIMIT 1`, [
      accountId,
    ]);
    return rows.length > 0;
  }
}
