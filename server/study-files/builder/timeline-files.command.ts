import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { UploadedFile } from '../../../contracts/base/endpoint';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { timelineFileLimits as most } from '../../../contracts/study-files/study-timelines';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Storage, type TemporaryUpload } from '../../platform/storage/storage';
import { findStudyOwnerId } from '../../studies/people/study-owner';
import { StudyStorage } from '../../studies/study-storage';
import { lockStudy } from '../../studies/locked-study';
import { mimeTypeOf } from '../versions/mime-type';
import { deletePreviewVersions } from './end-previews';
import type { DraftFile } from './folder';
import { StudyTimelineFile } from './study-timeline-file.entity';

export class AddTimelineFile extends Command<DraftFile & { mime: string }> {
  constructor(
    readonly studyId: string,
    readonly path: string,
    readonly caller: Caller,
    readonly file: UploadedFile,
  ) {
    super();
  }
}
export class DeleteTimelineFile extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly path: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Adds files to the draft of a locked study; a file with the same path is replaced.
 * @throws DomainError timeline_files_full
 */
export async function addFilesToDraft(
  tx: Transaction,
  studyId: string,
  files: readonly DraftFile[],
): Promise<void> {
  for (const { path, sha256, bytes } of files)
    await tx.manager.upsert(
      StudyTimelineFile,
      { study_id: studyId, path, sha256, bytes, mime: mimeTypeOf(path) },
      ['study_id', 'path'],
    );
  const [has] = await tx.query<{ files: number; bytes: string }>(
    `SELECT count(*)::int AS files, coalesce(sum(bytes), 0)::text AS bytes
     FROM research.study_timeline_file WHERE study_id = $1`,
    [studyId],
  );
  if (has && (has.files > most.files || Number(has.bytes) > most.bytes))
    throw new DomainError('timeline_files_full');
}

/**
 * Locks a study for a change of its draft, and checks the permission.
 * @returns the account id of the study's owner
 */
export async function lockStudyForDraft(
  tx: Transaction,
  studyId: string,
  { person }: Caller,
): Promise<string> {
  const study = await lockStudy(tx, studyId, 'edit', person.account_id);
  if (study.state === 'archived') throw new DomainError('study_archived');
  return study.owner_id;
}

@CommandHandler(AddTimelineFile)
export class AddTimelineFileHandler implements ICommandHandler<AddTimelineFile> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Adds an uploaded file to the draft. If the process ends after storing the content and before
   * inserting the row, nothing refers to the content, and the cleanup job deletes it. The caller
   * must have checked the permission with `StudyGate`.
   * @throws DomainError not_found, forbidden, study_archived, timeline_files_full, storage_full,
   * too_large, malformed_body
   */
  async execute({ studyId, path, caller, file }: AddTimelineFile) {
    const { sha256, size } = await this.kept(studyId, file);
    const placed = { path, sha256, bytes: size };
    await this.unitOfWork.run(
      async (tx) => {
        const owner = await lockStudyForDraft(tx, studyId, caller);
        await this.room.within(tx, owner, async () => {
          await addFilesToDraft(tx, studyId, [placed]);
          await deletePreviewVersions(tx, studyId, { running: false, now: this.clock.now() });
        });
      },
      { requestId: caller.request_id },
    );
    return { ...placed, mime: mimeTypeOf(path) };
  }

  private async kept(studyId: string, file: UploadedFile): Promise<TemporaryUpload> {
    const type = 'application/octet-stream';
    const arrived = await this.storage.arrive(file.stream, {
      type,
      maxBytes: studyFilesLimits.studyFileBytes,
    });
    try {
      const owner = await findStudyOwnerId(this.source, studyId);
      const { sha256, size: bytes } = arrived;
      if (owner) await this.room.mustHaveRoom(owner, [{ sha256, bytes }]);
      await this.storage.keep([arrived]);
      return arrived;
    } finally {
      await this.storage.discard([arrived]);
    }
  }
}

@CommandHandler(DeleteTimelineFile)
export class DeleteTimelineFileHandler implements ICommandHandler<DeleteTimelineFile> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes a file of the draft, and the previews that show it. The caller must have checked the
   * permission with `StudyGate`.
   * @throws DomainError not_found, forbidden, study_archived
   */
  async execute({ studyId, path, caller }: DeleteTimelineFile): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        await lockStudyForDraft(tx, studyId, caller);
        const { affected } = await tx.manager.delete(StudyTimelineFile, {
          study_id: studyId,
          path,
        });
        if (!affected) throw new DomainError('not_found');
        await deletePreviewVersions(tx, studyId, { running: true, now: this.clock.now() });
      },
      { requestId: caller.request_id },
    );
  }
}
