import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Implemented by the context that reviews class studies. */
export interface LaunchReviewPort {
  /**
   * Called in the transaction of the launch, which has locked the study's row.
   * @param digest the digest of what the launch freezes (launch-content.ts)
   * @throws DomainError review_needed, version_changed, classroom_closed
   */
  mustBeApproved(
    tx: Transaction,
    study: { readonly id: string; readonly classroom_id: string },
    digest: string,
  ): Promise<void>;
}

/**
 * The teaching context registers here its check whether a class study may be launched, because this
 * context may not import the teaching context. Without a registered check, no class study can be
 * launched.
 */
@Injectable()
export class LaunchReviews {
  private keeper: LaunchReviewPort | undefined;

  /**
   * Registers the context that reviews class studies.
   * @throws Error if a context is registered already
   */
  reviewedBy(keeper: LaunchReviewPort): void {
    if (this.keeper) throw new Error('launches are reviewed already');
    this.keeper = keeper;
  }

  /**
   * Checks that an instructor has approved exactly what the launch freezes.
   * @throws DomainError review_needed, version_changed, classroom_closed
   */
  async mustBeApproved(
    tx: Transaction,
    study: { readonly id: string; readonly classroom_id: string },
    digest: string,
  ): Promise<void> {
    if (!this.keeper) throw new DomainError('review_needed');
    await this.keeper.mustBeApproved(tx, study, digest);
  }
}
