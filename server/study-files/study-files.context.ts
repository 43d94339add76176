import { studyFile } from '../../contracts/base/non-json-operations';
import { studyFilesErrors } from '../../contracts/study-files/errors';
import { archiveFaults } from '../../contracts/study-files/archive-faults';
import { timelineFaultCodes } from '../../contracts/timeline/timeline-faults';
import { declareErrors, declareFieldErrors } from '../platform/i18n/error-texts';
import { studyFilesTexts } from './study-files-texts';
import * as contract from '../../contracts/study-files/study-files';
import { readStudyStorage } from '../../contracts/study-files/study-storage';
import * as takenResources from '../../contracts/study-files/copied-resources';
import * as timelines from '../../contracts/study-files/study-timelines';
import {
  defineContext,
  endpointsOf,
  noPersonalData,
  retentionUntilExpiry,
} from '../platform/context/context';
import { StoredFile } from '../platform/storage/stored-file.entity';
import { studyPlayerTexts } from './builder/player-texts';
import { StudyTimelineFile } from './builder/study-timeline-file.entity';
import { StudyTimeline } from './builder/study-timeline.entity';
import { SweepPreviewsJob } from './builder/sweep-previews.job';
import { templateTexts } from './builder/templates/template-texts';
import { RecheckVersionsJob } from './report/recheck/recheck-versions.job';
import { ReportConsumer } from './report/report.consumer';
import { StudyServing } from './serving/study-serving.entity';
import { studyFilesEvents } from './study-files.events';
import { studyFilesRateLimits } from './study-files.rate-limits';
import { StudyFilesModule } from './study-files.module';
import { studyFilesPolicies } from './study-files.policy';
import { hostedVersionsProvider } from './versions/hosted-versions';
import { CopiedResourceRow } from './taking/taken-resource.entity';
import { StudyVersionFile } from './versions/study-version-file.entity';
import { StudyVersion } from './versions/study-version.entity';

const keyPurposes = ['study-version-url'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const studyFiles = defineContext({
  name: 'study-files',
  about:
    "Versions of a study's own browser experiment: their check, and the serving of their files.",
  modules: [StudyFilesModule],
  serverModules: async () => [(await import('./serving/serving.module.js')).ServingModule],
  controllers: async () => [
    (await import('./versions.controller.js')).VersionsController,
    (await import('./study-storage.controller.js')).StudyStorageController,
    (await import('./builder/timelines.controller.js')).TimelinesController,
    (await import('./download/version-archive.controller.js')).VersionArchiveController,
    (await import('./taking/taking.controller.js')).CopiedResourcesController,
    (await import('./serving/serving.controller.js')).ServingController,
  ],
  endpoints: [
    ...endpointsOf(contract),
    ...endpointsOf(timelines),
    ...endpointsOf(takenResources),
    readStudyStorage,
  ],
  operations: [studyFile, timelines.studyVersionArchive],
  keyPurposes,
  texts: [studyFilesTexts, studyPlayerTexts, templateTexts],
  errors: declareErrors(studyFilesErrors, (code, values) =>
    studyFilesTexts.sentence(`error.${code}`, values),
  ),
  fieldErrors: declareFieldErrors([...archiveFaults, ...timelineFaultCodes], (code) =>
    studyFilesTexts.sentence(`field.${code}`),
  ),
  policies: studyFilesPolicies,
  events: studyFilesEvents,
  consumers: { 'study-report': ReportConsumer },
  jobs: [RecheckVersionsJob, SweepPreviewsJob],
  limits: Object.values(studyFilesRateLimits),
  hostedVersions: hostedVersionsProvider,
  // Versions with which a session was launched are kept, since they document what participants saw.
  studyContents: [
    `SELECT f.sha256, f.bytes::bigint, v.frozen FROM own
     JOIN research.study_version v ON v.study_id = own.id
     JOIN research.study_version_file f ON f.version_id = v.id`,
    `SELECT f.sha256, f.bytes::bigint, false FROM own
     JOIN research.study_timeline_file f ON f.study_id = own.id`,
  ],
  // Only versions that participants see or may see are searched: those with which a session was
  // launched, and the newest of each study.
  contentUses: [
    `SELECT v.study_id, f.path, f.sha256 FROM research.study_version_file f
     JOIN research.study_version v ON v.id = f.version_id
     WHERE f.sha256 = ANY($1::text[]) AND v.number > 0 AND (v.frozen OR NOT EXISTS (
       SELECT FROM research.study_version newer WHERE newer.study_id = v.study_id AND newer.number > v.number))`,
    `SELECT f.study_id, f.path, f.sha256 FROM research.study_timeline_file f
     WHERE f.sha256 = ANY($1::text[])`,
  ],
  tables: [
    {
      entity: StudyVersion,
      holds: "a version of a study's own files: its number, hash and report",
      personalData: {
        about: 'the account that uploaded it',
        erased: {
          stays: 'research outlives its people; the id of an erased account leads to no name',
        },
        exported: { in: 'studies' },
      },
      retention: {
        kept:
          'with its study, or until its people delete it; for ever once launched; ' +
          'the preview of a draft until its last address has expired, after four hours',
      },
    },
    {
      entity: StudyVersionFile,
      holds: 'a file of a version, by the hash of its content',
      personalData: noPersonalData('the files of an experiment'),
      retention: { kept: 'as long as its version' },
    },
    {
      entity: StudyServing,
      holds: 'a key, as a hash, by which a version is served for some time',
      personalData: noPersonalData('random keys of files; who uses one is not kept'),
      retention: retentionUntilExpiry('as long as the run or the preview may last', 'key_hash'),
    },
    {
      entity: StudyTimeline,
      holds: "the builder's draft of an experiment",
      personalData: noPersonalData('an experiment; who wrote it is not kept'),
      retention: { kept: 'with its study' },
    },
    {
      entity: StudyTimelineFile,
      holds: "a file beside the builder's draft, by the hash of its content",
      personalData: noPersonalData('the files of an experiment'),
      retention: { kept: 'with its study, or until its people take it away' },
    },
    {
      entity: CopiedResourceRow,
      holds: 'a content that a study took from a file of the resources',
      personalData: noPersonalData('a study, a file and a hash'),
      retention: { kept: 'as long as the file and the study' },
    },
  ],
  keeps: [
    {
      of: StoredFile,
      because: 'a file beside the draft of an experiment',
      exists: 'FROM research.study_timeline_file t WHERE t.sha256 = kept.sha256',
    },
    {
      of: StoredFile,
      because: 'a file of a version',
      exists: 'FROM research.study_version_file f WHERE f.sha256 = kept.sha256',
    },
  ],
  exportFiles: [
    {
      name: 'studies',
      position: 120,
      sections: [
        {
          name: 'study_versions',
          table: 'research.study_version',
          where: 'created_by = $1 AND number > 0',
          without: ['created_by', 'report', 'left_out', 'archive_notes'],
        },
      ],
    },
  ],
});
