import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { replaceUnsafeCharacters } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { Timeline } from '../../../contracts/timeline/timeline';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Storage } from '../../platform/storage/storage';
import { lockStudy } from '../../studies/locked-study';
import { StudyStorage } from '../../studies/study-storage';
import { ReportMaker } from '../report/report-maker';
import { manifestHash, type ManifestFile } from '../versions/manifest';
import { noArchiveNotes } from '../archive/archive.rule';
import { insertVersion } from '../uploads/insert-version';
import { timelineFaultsOf } from './checked-timeline';
import { draftFilesToManifest, generateStudyFiles, storeGeneratedFiles } from './folder';
import { findResearcherCode } from '../timeline-files/own-code.rule';
import { TimelinesRead } from './timelines.read';

/** Publishes a timeline as a version. Returns the version, and whether this call created it. */
export class PublishTimeline extends Command<{ id: string; made: boolean }> {
  constructor(
    readonly studyId: string,
    readonly timeline: Timeline,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(PublishTimeline)
export class PublishTimelineHandler implements ICommandHandler<PublishTimeline> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly reports: ReportMaker,
    private readonly timelines: TimelinesRead,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Creates an ordinary version from a timeline: with the page, the player, jsPsych, the used
   * plugins, and the draft's own files. The caller must have checked the permission with
   * `StudyGate`.
   * @throws DomainError timeline_invalid with each fault; not_found, forbidden, study_archived,
   * too_many_versions, storage_full, timeline_changed where a file was changed meanwhile
   */
  async execute({ studyId, timeline, caller }: PublishTimeline) {
    const draft = await this.timelines.files(studyId);
    const faults = timelineFaultsOf(
      timeline,
      draft.map(({ path }) => path),
    );
    if (faults.length > 0) throw refused(faults);
    const made = await generateStudyFiles(timeline);
    await storeGeneratedFiles(this.storage, made);
    const files: ManifestFile[] = [
      ...made.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })),
      ...draftFilesToManifest(draft),
    ];
    const report = await this.reports.soon(files, noArchiveNotes);
    const name = nameOf(timeline);
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', caller.person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        // The report was made from files that were read before the lock. If a file has changed
        // since, publishing is refused: the report would be wrong, and the content of a removed
        // file may be deleted by now.
        const now = draftFilesToManifest(await this.timelines.files(studyId, tx));
        if (manifestHash(now) !== manifestHash(draftFilesToManifest(draft)))
          throw new DomainError('timeline_changed');
        const account = caller.person.account_id;
        const codeFree = findResearcherCode(timeline).length === 0;
        const content = { name, files, archiveNotes: noArchiveNotes, report, codeFree };
        return this.room.within(tx, study.owner_id, () =>
          insertVersion(tx, { studyId, account, now: this.clock.now(), ...content }),
        );
      },
      { requestId: caller.request_id },
    );
  }
}

const refused = (faults: { path: string; code: string }[]) =>
  new DomainError(
    'timeline_invalid',
    {},
    { fields: faults.slice(0, 100).map(({ path, code }) => ({ path, code })) },
  );

/**
 * Returns the name of the published version: the timeline's title. (An uploaded version has the name
 * of its archive.)
 */
const nameOf = ({ title }: Timeline): string =>
  replaceUnsafeCharacters(title, '').trim().slice(0, limits.title).trimEnd() || 'timeline.json';
