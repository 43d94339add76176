import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Implemented by the context that reviews class studies. */
export interface ReviewKeeper {
  /**
   * Called in the transaction of the launch, which holds the study's row.
   * @param digest of what the launch freezes (launch-content.ts)
   * @throws DomainError review_needed, version_changed, classroom_closed
   */
  mustBeApproved(
    tx: Transaction,
    study: { readonly id: string; readonly classroom_id: string },
    digest: string,
  ): Promise<void>;
}

/**
 * Where the teaching context registers its check of whether a class study may be launched: the teaching context
 * depends on this one, and not the other way round. Without a registered keeper, no class study can be launched.
 */
@Injectable()
export class LaunchReviews {
  private keeper: ReviewKeeper | undefined;

  /** @throws Error where launches have a keeper already */
  reviewedBy(keeper: ReviewKeeper): void {
    if (this.keeper) throw new Error('launches are reviewed already');
    this.keeper = keeper;
  }

  /** @throws DomainError review_needed, version_changed, classroom_closed */
  async mustBeApproved(
    tx: Transaction,
    study: { readonly id: string; readonly classroom_id: string },
    digest: string,
  ): Promise<void> {
    if (!this.keeper) throw new DomainError('review_needed');
    await this.keeper.mustBeApproved(tx, study, digest);
  }
}
