import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { CONFIG, type Config } from '../../config';
import type { Caller } from '../../access/caller';
import { Clock, hours, addMilliseconds } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Storage } from '../../platform/storage/storage';
import { lockStudy } from '../../studies/locked-study';
import { grantServingAddress, servedUrlOf } from '../serving/grant-serving';
import { lockVersion } from '../versions/lock-version';
import { insertFiles } from '../versions/insert-files';
import { manifestHash, type ManifestFile } from '../versions/manifest';
import { StudyVersion } from '../versions/study-version.entity';
import { draftFilesToManifest, generateStudyFiles, storeGeneratedFiles } from './folder';
import { playerPagePath } from '../timeline-files/folder.rule';
import { TimelinesRead } from './timelines.read';

export class PreviewTimeline extends Command<{ url: string; expires_at: string }> {
  constructor(
    readonly studyId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(PreviewTimeline)
export class PreviewTimelineHandler implements ICommandHandler<PreviewTimeline> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly timelines: TimelinesRead,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates a preview of the draft: a version with the player, all plugins and the draft's files.
   * No list shows it (its number is below 1). It is kept as long as one of its addresses works
   * (sweep-previews.job.ts). The caller must have checked the permission with `StudyGate`.
   * @throws DomainError not_found, forbidden
   */
  async execute({ studyId, caller }: PreviewTimeline) {
    const made = await generateStudyFiles(null);
    await storeGeneratedFiles(this.storage, made);
    const now = this.clock.now();
    const until = addMilliseconds(now, hours(studyFilesLimits.previewHours));
    return this.unitOfWork.run(async (tx) => {
      const account = caller.person.account_id;
      await lockStudy(tx, studyId, 'read', account);
      const files = [
        ...made.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })),
        ...draftFilesToManifest(await this.timelines.files(studyId, tx)),
      ];
      const version_id = await this.versionOf(tx, studyId, files, { account, now });
      const { key } = await grantServingAddress(tx, {
        version_id,
        until,
        purpose: 'preview',
        hosts: [],
      });
      return {
        url: servedUrlOf(this.config.publicApiUrl, key, playerPagePath),
        expires_at: until.toISOString(),
      };
    });
  }

  private async versionOf(
    tx: Transaction,
    studyId: string,
    files: ManifestFile[],
    by: { account: string; now: Date },
  ): Promise<string> {
    const sha256 = manifestHash(files);
    const same = await tx.manager.findOneBy(StudyVersion, { study_id: studyId, sha256 });
    // Locks the version until it has its new address. Otherwise the cleanup job could delete it if
    // its last address has expired.
    if (same && (await lockVersion(tx, same.id))) return same.id;
    const [lowest] = await tx.query<{ number: number }>(
      `SELECT least(min(number), 1) AS number FROM research.study_version WHERE study_id = $1`,
      [studyId],
    );
    const id = timeOrderedId();
    await tx.manager.insert(StudyVersion, {
      id,
      study_id: studyId,
      number: (lowest?.number ?? 1) - 1,
      sha256,
      name: '',
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      left_out: [],
      created_by: by.account,
      created_at: by.now,
    });
    await insertFiles(tx, id, files);
    return id;
  }
}
