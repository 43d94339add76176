import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  CopyableFilesRead,
  type FileVersionChoice,
} from '../../resources/taking/takeable-files.read';
import { StudyStorage } from '../../studies/study-storage';
import { deletePreviewVersions } from '../builder/end-previews';
import type { DraftFile } from '../builder/folder';
import { lockStudyForDraft, addFilesToDraft } from '../builder/timeline-files.command';
import { mimeTypeOf } from '../versions/mime-type';
import { recordFilesFromResources, assignPathsToResourceFiles } from './taken-files';

/** Copies resource files into the timeline builder's draft. Returns the added files. */
export class CopyFilesIntoTimeline extends Command<(DraftFile & { mime: string })[]> {
  constructor(
    readonly studyId: string,
    readonly files: readonly (FileVersionChoice & { readonly path: string })[],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CopyFilesIntoTimeline)
export class CopyFilesIntoTimelineHandler implements ICommandHandler<CopyFilesIntoTimeline> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly takeable: CopyableFilesRead,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Adds all files, or none. The caller must have checked the permission with `StudyGate`.
   * @throws DomainError not_found, forbidden, study_archived, still_checked, infected,
   * timeline_files_full, storage_full; validation_failed for a file that is too large for a study
   */
  execute({ studyId, files, caller }: CopyFilesIntoTimeline) {
    return this.unitOfWork.run(
      async (tx) => {
        const owner = await lockStudyForDraft(tx, studyId, caller);
        const taken = await this.room.within(tx, owner, async () => {
          const contents = await this.takeable.contents(caller.person.account_id, files, tx);
          const placed = assignPathsToResourceFiles(
            files,
            contents,
            studyFilesLimits.studyFileBytes,
          );
          await addFilesToDraft(tx, studyId, placed);
          await recordFilesFromResources(tx, studyId, placed);
          return placed;
        });
        await deletePreviewVersions(tx, studyId, { running: false, now: this.clock.now() });
        return taken.map(({ path, sha256, bytes }) => ({
          path,
          sha256,
          bytes,
          mime: mimeTypeOf(path),
        }));
      },
      // Calls for the same study run one after the other. A call that waits holds no database
      // connection: the call before it may take long, since it may add a thousand files.
      { requestId: caller.request_id, turn: studyId },
    );
  }
}
