import { Injectable } from '@nestjs/common';
import type { ReviewKeeper } from '../../enrolment/launch/launch-reviews';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { launchRefusal } from './review-state.rule';
import { stepsOf } from './review-steps';
import { mustStayOpen } from './reviewed-study';

/**
 * Lets a study of a class be launched as an instructor has approved it, while its classroom is open. The launch holds the
 * study's row, for which a decision waits; the classroom's is held here, for which who closes it waits.
 */
@Injectable()
export class ApprovedLaunches implements ReviewKeeper {
  async mustBeApproved(
    tx: Transaction,
    study: { readonly id: string; readonly classroom_id: string },
    digest: string,
  ): Promise<void> {
    await mustStayOpen(tx, study.classroom_id);
    const refusal = launchRefusal(await stepsOf(tx, study.id), digest);
    if (refusal !== null) throw new DomainError(refusal);
  }
}
