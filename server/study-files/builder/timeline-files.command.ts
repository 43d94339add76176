import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Upload } from '../../../contracts/base/endpoint';
import { limits } from '../../../contracts/base/limits';
import { timelineFileLimits as most } from '../../../contracts/study-timelines';
import type { Caller } from '../../access/caller';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import { Storage } from '../../platform/storage/storage';
import { lockedStudy } from '../../studies/locked-study';
import { mimeTypeOf } from '../versions/mime-type';
import type { DraftFile } from './folder';
import { StudyTimelineFile } from './study-timeline-file.entity';

export class AddTimelineFile extends Command<DraftFile & { mime: string }> {
  constructor(
    readonly studyId: string,
    readonly path: string,
    readonly caller: Caller,
    readonly file: Upload,
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
 * Puts files beside the draft of a study, which is locked, in the place of those of the same path.
 * @throws DomainError timeline_files_full
 */
export async function placeFiles(
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

/** @throws DomainError not_found, forbidden, study_archived */
export async function lockedForDraft(
  tx: Transaction,
  studyId: string,
  { person }: Caller,
): Promise<void> {
  const study = await lockedStudy(tx, studyId, 'edit', person.account_id);
  if (study.state === 'archived') throw new DomainError('study_archived');
}

@CommandHandler(AddTimelineFile)
export class AddTimelineFileHandler implements ICommandHandler<AddTimelineFile> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly storage: Storage,
  ) {}

  /**
   * What dies between the content and the row leaves a content that nothing refers to. Ask `mustBeOf`
   * first.
   * @throws DomainError not_found, forbidden, study_archived, timeline_files_full, too_large,
   * malformed_body
   */
  async execute({ studyId, path, caller, file }: AddTimelineFile) {
    const { sha256, size } = await this.storage.put(file.stream, {
      type: 'application/octet-stream',
      maxBytes: limits.studyFileBytes,
    });
    const placed = { path, sha256, bytes: size };
    await this.unitOfWork.run(
      async (tx) => {
        await lockedForDraft(tx, studyId, caller);
        await placeFiles(tx, studyId, [placed]);
      },
      { requestId: caller.request_id },
    );
    return { ...placed, mime: mimeTypeOf(path) };
  }
}

@CommandHandler(DeleteTimelineFile)
export class DeleteTimelineFileHandler implements ICommandHandler<DeleteTimelineFile> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Ask `mustBeOf` first. @throws DomainError not_found, forbidden, study_archived */
  async execute({ studyId, path, caller }: DeleteTimelineFile): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        await lockedForDraft(tx, studyId, caller);
        const { affected } = await tx.manager.delete(StudyTimelineFile, {
          study_id: studyId,
          path,
        });
        if (!affected) throw new DomainError('not_found');
      },
      { requestId: caller.request_id },
    );
  }
}
