import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { CONFIG, type Config } from '../../config';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { StudyOfClass } from '../../studies/classes/studies-of-class';
import { versionHasPage, createPreviewAddress } from '../../study-files/serving/preview-address';
import type { StoredReviewContent } from '../model/class-review.entity';
import { readReviewedStudy } from './reviewed-study';

export class PreviewForReview extends Command<{ url: string; expires_at: string }> {
  constructor(
    readonly studyId: string,
    readonly accountId: string,
  ) {
    super();
  }
}

@CommandHandler(PreviewForReview)
export class PreviewForReviewHandler implements ICommandHandler<PreviewForReview> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes an address for a preview of the newest submission. The preview has the version, the
   * settings and the external hosts that were submitted. If there is no submission, it shows the
   * present study.
   * @throws DomainError not_found; runtime_missing where there is no version, or it was deleted
   */
  execute({ studyId, accountId }: PreviewForReview) {
    return this.unitOfWork.run(async (tx) => {
      const { study } = await readReviewedStudy(tx, studyId, accountId);
      const runtime = await submittedRuntime(tx, study);
      if (
        !isHostedRuntime(runtime) ||
        !(await versionHasPage(tx, studyId, runtime.version_id, runtime.entry))
      )
        throw new DomainError('runtime_missing');
      return createPreviewAddress(
        tx,
        {
          studyId,
          versionId: runtime.version_id,
          page: runtime.entry,
          hosts: runtime.hosts,
          needs: runtime.needs,
          frames: runtime.frames,
          ownCode: runtime.own_code,
        },
        this.clock.now(),
        this.config,
      );
    });
  }
}

async function submittedRuntime(
  tx: Transaction,
  study: StudyOfClass,
): Promise<StudyOfClass['runtime']> {
  const [newest] = await tx.query<{ runtime: StoredReviewContent['runtime'] }>(
    `SELECT content -> 'runtime' AS runtime FROM identity.class_review WHERE study_id = $1
     ORDER BY submitted_at DESC, id DESC LIMIT 1`,
    [study.id],
  );
  return newest ? newest.runtime : study.runtime;
}
