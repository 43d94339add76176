import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { requestStudyExport } from '../../../contracts/research-data/research-data';
import type { Caller } from '../../access/caller';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { Snapshots } from '../../platform/db/snapshot';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { lockStudyShared } from '../../studies/locked-study';
import { mustNotExceedRecordingLimit } from './size-of-recordings';
import { exportLifetimeDays, researchDataRateLimits } from '../research-data.rate-limits';

/**
 * Requests an export of a study's data, which a worker will build. Returns the id of the export.
 * The caller must check the permission with `StudyGate` first.
 */
export class RequestStudyExport extends Command<string> {
  constructor(
    readonly studyId: string,
    readonly options: EndpointInput<typeof requestStudyExport>['body'],
    readonly seesNames: boolean,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RequestStudyExport)
export class RequestStudyExportHandler implements ICommandHandler<RequestStudyExport> {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * A study has at most one export under way.
   * @throws DomainError not_found, forbidden, export_under_way, too_many_requests,
   *   recordings_too_large
   */
  async execute({ studyId, options, seesNames, caller }: RequestStudyExport): Promise<string> {
    const account = caller.person.account_id;
    // Checked before the rate limit, so that a request refused as too large does not count: the
    // researcher can then request an export without recordings.
    if (options.recordings)
      await this.snapshots.take((snapshot) => {
        const choice = { unfinished: options.unfinished, sees_names: seesNames };
        const today = this.clock.now().toISOString().slice(0, 10);
        return mustNotExceedRecordingLimit(snapshot, studyId, choice, today);
      });
    await this.limit.consume(researchDataRateLimits.request, account);
    return this.unitOfWork.run(
      async (tx) => {
        // Locks the study, so that a class study cannot be deleted before its export is stored.
        await lockStudyShared(tx, 'read_data', studyId, account);
        const now = this.clock.now();
        const id = timeOrderedId();
        const made = await tx.query(
          `INSERT INTO research.study_export (id, study_id, state, format, for_spreadsheets,
             unfinished, recordings, sees_names, requested_at, expires_at, language,
             without_rejected)
           VALUES ($1, $2, 'waiting', $3, $4, $5, $6, $7, $8, $9, $10, $11)
           ON CONFLICT (study_id) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id`,
          [
            id,
            studyId,
            options.format,
            options.for_spreadsheets,
            options.unfinished,
            options.recordings,
            seesNames,
            now,
            addMilliseconds(now, days(exportLifetimeDays)),
            options.language ?? caller.language,
            options.without_rejected,
          ],
        );
        if (made.length === 0) throw new DomainError('export_under_way');
        tx.record('research-data.export-requested', { study_id: studyId, export_id: id });
        await tx.audit(
          'study-data-exported',
          {
            actor: account,
            details: {
              step: 'asked',
              study_id: studyId,
              export_id: id,
              ...(caller.person.api_token_id && { api_token_id: caller.person.api_token_id }),
            },
          },
          now,
        );
        return id;
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}
