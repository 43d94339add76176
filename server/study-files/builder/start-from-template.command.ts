import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TimelineTemplate } from '../../../contracts/study-files/study-timelines';
import { Timeline } from '../../../contracts/timeline/timeline';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { sha256Hex } from '../../platform/security/secrets';
import { Storage } from '../../platform/storage/storage';
import { StudyStorage } from '../../studies/study-storage';
import { storeGeneratedFiles } from './folder';
import { writeDraft } from './save-timeline.command';
import { makeTimelineTemplate } from './templates/templates';
import { lockStudyForDraft, addFilesToDraft } from './timeline-files.command';

export class StartFromTemplate extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly asked: {
      version: number;
      template: TimelineTemplate;
      language: Timeline['language'];
    },
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(StartFromTemplate)
export class StartFromTemplateHandler implements ICommandHandler<StartFromTemplate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Replaces the draft by a template. The caller must have checked the permission with `StudyGate`.
   * @throws DomainError not_found, forbidden, study_archived, timeline_changed,
   * timeline_files_full, storage_full
   */
  async execute({ studyId, asked, caller }: StartFromTemplate): Promise<void> {
    const { timeline, files } = makeTimelineTemplate(asked.template, asked.language);
    const made = files.map(({ path, content }) => ({
      path,
      content,
      bytes: content.length,
      sha256: sha256Hex(content),
    }));
    await storeGeneratedFiles(this.storage, made);
    await this.unitOfWork.run(
      async (tx) => {
        const owner = await lockStudyForDraft(tx, studyId, caller);
        await writeDraft(tx, {
          studyId,
          from: asked.version,
          // Parsing puts the keys of the timeline into the order in which the web app saves them.
          timeline: Timeline.parse(timeline),
          now: this.clock.now(),
        });
        await this.room.within(tx, owner, () => addFilesToDraft(tx, studyId, made));
      },
      { requestId: caller.request_id },
    );
  }
}
