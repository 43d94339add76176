import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { EndpointInput, UploadedFile } from '../../../contracts/base/endpoint';
import {
  externalDataLimits,
  type addExternalData,
} from '../../../contracts/research-data/external-data';
import type { Caller } from '../../access/caller';
import { ExternalParticipantsRead } from '../../enrolment/participations/external-participants.read';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Storage, type TemporaryUpload } from '../../platform/storage/storage';
import { lockStudyShared } from '../../studies/locked-study';
import { StudyGate } from '../../studies/people/study-gate';
import { findStudyOwnerId } from '../../studies/people/study-owner';
import { StudyStorage } from '../../studies/study-storage';
import { researchDataRateLimits } from '../research-data.rate-limits';
import { mustHaveDataPermission } from '../research-data.policy';
import { deleteExternalDataFile } from './delete-external-data.command';
import { shortFileName } from './header.rule';
import { UploadLimiter } from './upload-limiter';
import { analyseCsvFile, type AnalysedCsv } from './analyse-csv-file';
import { deleteWithdrawnRows, writeRows } from './write-rows';

type Options = EndpointInput<typeof addExternalData>['query'];

type Check = AnalysedCsv['check'] & { readonly fits: boolean };

/**
 * Adds a file of external data to a study. Returns the id of the new file or, for a dry run, what
 * would be stored.
 */
export class AddExternalData extends Command<{ id: string } | { check: Check }> {
  constructor(
    readonly studyId: string,
    readonly file: UploadedFile,
    readonly options: Options,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddExternalData)
export class AddExternalDataHandler implements ICommandHandler<AddExternalData> {
  private readonly turns = new UploadLimiter();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly limit: RateLimit,
    private readonly takers: ExternalParticipantsRead,
    private readonly gate: StudyGate,
    private readonly source: DataSource,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Stores the uploaded file on disk and reads it twice. The first pass finds faults. If there are
   * none, the second pass inserts the rows in one transaction. Then the file is deleted. An upload
   * takes minutes, so the permission is checked again: after the upload, before the response
   * reveals anything about the file, and at the end of the transaction.
   * @throws DomainError outside_data_refused with the faults by line, outside_data_twice,
   * too_many_outside_files, storage_full, not_external, not_found, forbidden, too_large,
   * too_many_requests, unavailable
   */
  async execute(asked: AddExternalData) {
    const account = asked.caller.person.account_id;
    await this.limit.consume(researchDataRateLimits.outside, account);
    return this.turns.take(account, async (turns) => {
      const arrived = await this.storage.arrive(asked.file.stream, {
        type: 'application/octet-stream',
        maxBytes: externalDataLimits.bytes,
      });
      try {
        return await turns.run(() => this.add(arrived, asked));
      } finally {
        await this.storage.discard([arrived]);
      }
    });
  }

  private async add(arrived: TemporaryUpload, { studyId, file, options, caller }: AddExternalData) {
    const seesNames = await mustHaveDataPermission(this.gate, 'run', studyId, caller.person);
    const today = this.clock.now().toISOString().slice(0, 10);
    const surveyed = await analyseCsvFile(arrived.path, studyId, options, this.takers, {
      seesNames,
      today,
    });
    if (options.dry_run) {
      const fits = await this.hasRoom(studyId, surveyed, options.replaces);
      return { check: { ...surveyed.check, fits } };
    }
    const { faults } = surveyed.check;
    if (faults.length > 0)
      throw new DomainError(
        'outside_data_refused',
        {},
        { fields: faults.map(({ line, code }) => ({ path: line ? `line.${line}` : '', code })) },
      );
    const id = timeOrderedId();
    const name = shortFileName(options.name ?? file.name);
    const account = caller.person.account_id;
    const wanted = { id, studyId, name, replaces: options.replaces, account };
    await this.mustHaveRoom(studyId, surveyed, options.replaces);
    await this.unitOfWork.run((tx) => this.write(tx, wanted, arrived, surveyed), {
      requestId: caller.request_id,
    });
    return { id };
  }

  /**
   * Checks the quota before rows are written.
   * @throws DomainError storage_full
   */
  private async mustHaveRoom(studyId: string, { bytes }: AnalysedCsv, replaces?: string) {
    const owner = await findStudyOwnerId(this.source, studyId);
    if (!owner) throw new DomainError('not_found');
    const [former]: { bytes: string }[] = await this.source.query(
      `SELECT bytes FROM research.outside_file WHERE study_id = $1 AND id = $2`,
      [studyId, replaces ?? null],
    );
    const rows = { sha256: '', bytes };
    await this.room.mustHaveRoom(owner, [rows], Number(former?.bytes ?? 0));
  }

  private async hasRoom(studyId: string, surveyed: AnalysedCsv, replaces?: string) {
    try {
      await this.mustHaveRoom(studyId, surveyed, replaces);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'storage_full') return false;
      throw error;
    }
  }

  private async write(
    tx: Transaction,
    wanted: { id: string; studyId: string; name: string; replaces?: string; account: string },
    { path, sha256 }: TemporaryUpload,
    surveyed: AnalysedCsv,
  ): Promise<void> {
    const { id, studyId, name, replaces, account } = wanted;
    const now = this.clock.now();
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('outside-data:' || $1, 5))`, [
      studyId,
    ]);
    let freed = 0;
    if (replaces) {
      const deleted = await deleteExternalDataFile(tx, studyId, replaces);
      if (!deleted) throw new DomainError('not_found');
      freed = Number(deleted.bytes);
      const details = { study_id: studyId, file_id: replaces };
      await tx.audit('outside-data-deleted', { actor: account, details }, now);
    }
    const [there] = await tx.query<{ files: number; twice: boolean }>(
      `SELECT count(*)::int AS files, coalesce(bool_or(sha256 = $2), false) AS twice
       FROM research.outside_file WHERE study_id = $1`,
      [studyId, sha256],
    );
    if (there?.twice) throw new DomainError('outside_data_twice');
    if ((there?.files ?? 0) >= externalDataLimits.files)
      throw new DomainError('too_many_outside_files');
    const { check, columns } = surveyed;
    await tx.query(
      `INSERT INTO research.outside_file (id, study_id, name, sha256, columns, rows, participants,
         left_out, withheld, bytes, added_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10)`,
      [
        id,
        studyId,
        name,
        sha256,
        JSON.stringify(columns.map(({ place: _, ...column }) => column)),
        check.matched,
        check.participants,
        JSON.stringify({ withdrawn: check.withdrawn, unknown: check.unknown }),
        check.withheld,
        now,
      ],
    );
    const participations = await writeRows(tx, id, path, surveyed);
    // This lock is the last statement, so that the study and its owner's quota are locked as
    // briefly as possible.
    const { owner_id: owner } = await lockStudyShared(tx, 'run', studyId, account);
    await this.room.within(
      tx,
      owner,
      () =>
        tx.query(`UPDATE research.outside_file SET bytes = $2::bigint WHERE id = $1`, [
          id,
          surveyed.bytes,
        ]),
      { freed },
    );
    await deleteWithdrawnRows(tx, id, participations);
    const details = { study_id: studyId, file_id: id };
    await tx.audit('outside-data-added', { actor: account, details }, now);
  }
}
