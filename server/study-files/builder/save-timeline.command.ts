import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SavedTimeline } from '../../../contracts/study-files/study-timelines';
import type { Timeline } from '../../../contracts/timeline/timeline';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockStudy } from '../../studies/locked-study';
import { describeFaultsIn, timelineFaultsOf } from './checked-timeline';
import { StudyTimeline } from './study-timeline.entity';
import { TimelinesRead } from './timelines.read';

export class SaveTimeline extends Command<SavedTimeline> {
  constructor(
    readonly studyId: string,
    readonly from: number,
    readonly timeline: Timeline,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Writes the draft of a locked study. A caller that lost the response may save the same draft
 * again.
 * @throws DomainError timeline_changed if another researcher saved the draft after version `from`
 */
export async function writeDraft(
  tx: Transaction,
  {
    studyId,
    from,
    timeline,
    now,
  }: { studyId: string; from: number; timeline: Timeline; now: Date },
): Promise<{ version: number; saved_at: Date }> {
  const text = JSON.stringify(timeline);
  const before = await tx.manager.findOneBy(StudyTimeline, { study_id: studyId });
  const version = before?.version ?? 0;
  if (before && version === from + 1 && before.timeline === text)
    return { version, saved_at: before.saved_at };
  if (version !== from) throw new DomainError('timeline_changed');
  const next = { study_id: studyId, version: version + 1, timeline: text, saved_at: now };
  if (before) await tx.manager.update(StudyTimeline, studyId, next);
  else await tx.manager.insert(StudyTimeline, next);
  return next;
}

@CommandHandler(SaveTimeline)
export class SaveTimelineHandler implements ICommandHandler<SaveTimeline> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly timelines: TimelinesRead,
  ) {}

  /**
   * Saves the draft. The caller must have checked the permission with `StudyGate`.
   * @throws DomainError not_found, forbidden, study_archived, timeline_changed
   */
  async execute({ studyId, from, timeline, caller }: SaveTimeline): Promise<SavedTimeline> {
    const { version, saved_at } = await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', caller.person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        return writeDraft(tx, { studyId, from, timeline, now: this.clock.now() });
      },
      { requestId: caller.request_id, turn: studyId },
    );
    const files = await this.timelines.files(studyId);
    const faults = timelineFaultsOf(
      timeline,
      files.map(({ path }) => path),
    );
    return {
      version,
      saved_at: saved_at.toISOString(),
      faults: describeFaultsIn(faults, caller.language),
    };
  }
}
