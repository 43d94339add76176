import { Injectable } from '@nestjs/common';
import type { LaunchReviewPort } from '../../enrolment/launch/launch-reviews';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { launchRefusal } from './review-state.rule';
import { readReviewSubmissions } from './review-steps';
import { lockOpenClassroom } from './reviewed-study';

/**
 * Allows the launch of a class study only if an instructor has approved its present content, and
 * only while its classroom is open. Until the launch ends, no decision about the study can be
 * stored, since the launch has locked the study's row. Nor can the classroom be closed, since this
 * check locks the classroom's row.
 */
@Injectable()
export class ApprovedLaunches implements LaunchReviewPort {
  async mustBeApproved(
    tx: Transaction,
    study: { readonly id: string; readonly classroom_id: string },
    digest: string,
  ): Promise<void> {
    await lockOpenClassroom(tx, study.classroom_id);
    const refusal = launchRefusal(await readReviewSubmissions(tx, study.id), digest);
    if (refusal !== null) throw new DomainError(refusal);
  }
}
