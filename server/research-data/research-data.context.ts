import * as bundle from '../../contracts/research-data/bundle';
import { researchDataErrors } from '../../contracts/research-data/errors';
import * as outside from '../../contracts/research-data/external-data';
import { bundleFaults } from '../../contracts/research-data/bundle-faults';
import { externalDataFaults } from '../../contracts/research-data/external-data-faults';
import { declareErrors, declareFieldErrors } from '../platform/i18n/error-texts';
import * as rehearsals from '../../contracts/research-data/rehearsal-data';
import * as contract from '../../contracts/research-data/research-data';
import * as preview from '../../contracts/research-data/study-data-preview';
import * as timing from '../../contracts/research-data/study-timing';
import * as variables from '../../contracts/research-data/study-variables';
import { defineContext, endpointsOf, noPersonalData } from '../platform/context/context';
import { StoredFile } from '../platform/storage/stored-file.entity';
import {
  ImportedFile,
  ImportedRecording,
  ImportedRun,
  ImportedStudy,
} from './imported-data/imported.entity';
import { DeleteOutdatedExportsJob } from './export-job/delete-outdated-exports.job';
import { StudyExportConsumer } from './export-job/study-export.consumer';
import { externalRowsOfAccount } from './external-data/own-external-rows';
import {
  ExternalDataFile,
  ExternalDataPart,
  ExternalDataRow,
} from './external-data/external-data.entity';
import { researchDataEvents } from './research-data.events';
import { exportSamples } from './export-job/export-samples';
import { exportLifetimeDays, researchDataRateLimits } from './research-data.rate-limits';
import { ResearchDataModule } from './research-data.module';
import { researchDataPolicies } from './research-data.policy';
import { researchDataTexts } from './research-data-texts';
import { StudyExport, StudyExportPart, StudyExportRun } from './export-job/study-export.entity';

const keyPurposes = ['study-export-url', 'study-export-part'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const ofParticipants = {
  about: 'the participant, by pseudonym',
  erased: { stays: 'a pseudonym that nobody can lead back once the link is erased' },
  exported: { not: 'a copy: the runs themselves are in the export' },
} as const;
const withItsExport = {
  kept: 'as long as its export; at most a minute longer than until a participant of it withdraws their data',
} as const;

const ofElsewhere = {
  about: 'a participant of another installation, by a pseudonym that leads to nobody here',
  erased: { stays: 'there is no account that it belongs to' },
  exported: { not: 'nobody here is behind it' },
} as const;

const ofOutside = {
  about: 'the participant, by pseudonym',
  erased: { stays: 'a pseudonym that nobody can lead back once the link is erased' },
  exported: { in: 'outside-data' },
} as const;
const untilWithdrawn = {
  kept: 'as long as its file; until the participant withdraws their data, then deleted at once',
} as const;

export const researchData = defineContext({
  name: 'research-data',
  about:
    'Exports of what studies recorded, for the people of the study; bundles, which another ' +
    'installation imports; data that external studies collected and their people add here.',
  texts: [researchDataTexts],
  errors: declareErrors(researchDataErrors, (code, values) =>
    researchDataTexts.sentence(`error.${code}`, values),
  ),
  fieldErrors: declareFieldErrors([...bundleFaults, ...externalDataFaults], (code) =>
    researchDataTexts.sentence(`field.${code}`),
  ),
  modules: [ResearchDataModule],
  controllers: async () => [
    (await import('./bundle/bundles.controller.js')).BundlesController,
    (await import('./external-data/external-data.controller.js')).ExternalDataController,
    (await import('./export-job/study-exports.controller.js')).StudyExportsController,
    (await import('./export-job/download/download.controller.js')).DownloadController,
    (await import('./rehearsals/rehearsal-data.controller.js')).RehearsalDataController,
    (await import('./timing/study-timing.controller.js')).StudyTimingController,
    (await import('./preview/data-preview.controller.js')).DataPreviewController,
    (await import('./variables/study-variables.controller.js')).StudyVariablesController,
  ],
  endpoints: [contract, bundle, outside, preview, rehearsals, timing, variables].flatMap(
    endpointsOf,
  ),
  samples: exportSamples,
  operations: [contract.studyExportFile, rehearsals.rehearsalExport],
  policies: researchDataPolicies,
  events: researchDataEvents,
  consumers: { 'study-export': StudyExportConsumer },
  limits: Object.values(researchDataRateLimits),
  jobs: [DeleteOutdatedExportsJob],
  keyPurposes,
  tables: [
    {
      entity: StudyExport,
      holds: "a request for an export of a study's data: its state, size and counts",
      personalData: noPersonalData('counts of a study; who asked is in the audit log'),
      retention: {
        kept: `until expires_at: ${exportLifetimeDays} days, or until its study is deleted`,
        expires: { key: 'id', where: 'expires_at <= $1' },
      },
    },
    {
      entity: StudyExportRun,
      holds: 'that an export has a run, or the rows of a participant that were collected elsewhere',
      personalData: ofParticipants,
      retention: withItsExport,
    },
    {
      entity: StudyExportPart,
      holds: "a part of the archive of an export of a study's data, sealed",
      sealed: [{ column: 'bytes', purpose: 'study-export-part', row: 'id', rowsAtOnce: 20 }],
      personalData: ofParticipants,
      retention: withItsExport,
    },
    {
      entity: ImportedStudy,
      holds: 'that a study came as a bundle: from where, and what its data belong to',
      personalData: {
        about: 'the account that imported it',
        erased: {
          stays: 'research outlives its people; the id of an erased account leads to no name',
        },
        exported: { in: 'studies' },
      },
      retention: { kept: 'as long as its study' },
    },
    {
      entity: ImportedFile,
      holds:
        'a file with the records of participants of another installation, or one that a run made',
      personalData: ofElsewhere,
      retention: { kept: 'as long as its study, or until its people delete the imported data' },
    },
    {
      entity: ImportedRun,
      holds: 'a run of a participant of another installation: where its records stand',
      personalData: ofElsewhere,
      retention: { kept: 'as long as its file' },
    },
    {
      entity: ImportedRecording,
      holds:
        'that a run of a participant of another installation made a file, such as a recording, and its name',
      personalData: ofElsewhere,
      retention: { kept: 'as long as its run' },
    },
    {
      entity: ExternalDataFile,
      holds:
        'that data which an external study collected were added as a file: its name, columns and counts',
      personalData: noPersonalData('counts and headings; who added it is in the audit log'),
      retention: { kept: 'as long as its study, or until its people delete it' },
    },
    {
      entity: ExternalDataPart,
      holds: 'that a participation has rows in a file of data collected elsewhere',
      personalData: ofOutside,
      retention: untilWithdrawn,
    },
    {
      entity: ExternalDataRow,
      holds: 'a row of data that an external study collected of a participation',
      personalData: ofOutside,
      retention: untilWithdrawn,
    },
  ],
  studyContents: [
    `SELECT f.sha256, f.bytes, false FROM own
     JOIN research.imported_file f ON f.study_id = own.id`,
    // If two files are equal, both count towards the quota, since their rows are stored separately.
    `SELECT 'outside ' || f.id, f.bytes, false FROM own
     JOIN research.outside_file f ON f.study_id = own.id`,
  ],
  keeps: [
    {
      of: StoredFile,
      because: 'a file with imported records or recordings',
      exists: 'FROM research.imported_file f WHERE f.sha256 = kept.sha256',
    },
  ],
  exportFiles: [
    {
      name: 'outside-data',
      position: 76,
      explains: researchDataTexts.sentence('export.outside_data'),
      sections: [{ name: 'rows', read: externalRowsOfAccount }],
    },
    {
      name: 'studies',
      position: 130,
      sections: [
        {
          name: 'imported_studies',
          table: 'research.imported_study',
          where: 'imported_by = $1',
          without: ['imported_by', 'sessions', 'consents'],
        },
      ],
    },
  ],
});
