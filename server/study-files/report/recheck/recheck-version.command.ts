import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { VersionReport } from '../../../../contracts/study-files/study-files';
import type { Caller } from '../../../access/caller';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../../platform/db/unit-of-work';
import { badField, DomainError } from '../../../platform/errors/errors';
import { lockStudy } from '../../../studies/locked-study';
import { StudyVersion } from '../../versions/study-version.entity';

/**
 * Requests another check of a version. If `kind` is given, requests no check, and stores `kind`
 * instead: the tool with which the study was made, as the researcher states.
 */
export class RecheckVersion extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly versionId: string,
    readonly caller: Caller,
    readonly kind?: VersionReport['kind'],
  ) {
    super();
  }
}

/** Requests a check of the version by a worker; does nothing while a check is in progress. */
export async function requestCheck(
  tx: Transaction,
  { id, study_id }: Pick<StudyVersion, 'id' | 'study_id'>,
  now: Date,
): Promise<void> {
  const asked = await tx.query(
    `UPDATE research.study_version SET looks = 0, looking = true, look_again_at = $2::timestamptz
     WHERE id = $1 AND NOT coalesce(looking AND look_again_at > $2::timestamptz, false)
     RETURNING id`,
    [id, now],
  );
  if (asked.length > 0) tx.record('study-files.version-uploaded', { study_id, version_id: id });
}

@CommandHandler(RecheckVersion)
export class RecheckVersionHandler implements ICommandHandler<RecheckVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found, forbidden; validation_failed if `kind` is given although the
   * check has determined the tool
   */
  async execute({ studyId, versionId, caller, kind }: RecheckVersion): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        await lockStudy(tx, studyId, 'edit', caller.person.account_id);
        const version = await tx.manager.findOne(StudyVersion, {
          select: { id: true, study_id: true, number: true, stopped: true, kind: true },
          where: { id: versionId, study_id: studyId },
          lock: { mode: 'pessimistic_write' },
        });
        if (!version || version.number < 1) throw new DomainError('not_found');
        if (kind === undefined) return requestCheck(tx, version, this.clock.now());
        // The kind is null while the version has no report.
        if (!version.stopped && version.kind !== null) throw badField('kind', 'not_allowed');
        await tx.manager.update(StudyVersion, versionId, { said_kind: kind });
      },
      { requestId: caller.request_id },
    );
  }
}
