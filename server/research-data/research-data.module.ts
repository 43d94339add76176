import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { Snapshots } from '../platform/db/snapshot';
import { RateLimit } from '../platform/security/rate-limit';
import { RuntimeModule } from '../runtime/runtime.module';
import { StudiesModule } from '../studies/studies.module';
import { DeleteImportedDataHandler } from './imported-data/delete-imported-data.command';
import { ImportBundleHandler } from './bundle/import-bundle.command';
import { ImportedDataRead } from './imported-data/imported-data.read';
import { DownloadAddresses } from './export-job/download/download-addresses';
import { DownloadRead } from './export-job/download/download.read';
import { AddExternalDataHandler } from './external-data/add-external-data.command';
import { DeleteExternalDataHandler } from './external-data/delete-external-data.command';
import { ExternalDataRead } from './external-data/external-data.read';
import { AnswersRead } from './answers/answers.read';
import { DataPreviewRead } from './preview/data-preview.read';
import { StudyExportState } from './export-job/export-state';
import { RehearsalDataRead } from './rehearsals/rehearsal-data.read';
import { RequestStudyExportHandler } from './export-job/request-study-export.command';
import { PooledExportsRead } from './pools/pooled-exports.read';
import { PooledStudies } from './pools/pooled-studies';
import { RequestPooledExportHandler } from './pools/request-pooled-export.command';
import { StudyTimingRead } from './timing/study-timing.read';
import { StudyExportsRead } from './export-job/study-exports.read';
import { KnownVariablesRead } from './variables/known-variables.read';

/** Exports of the data of studies that run here (docs/decisions/exports-and-data-copies.md). */
@Module({
  imports: [CqrsModule, EnrolmentModule, RuntimeModule, StudiesModule],
  providers: [
    AddExternalDataHandler,
    AnswersRead,
    DataPreviewRead,
    DeleteImportedDataHandler,
    DeleteExternalDataHandler,
    DownloadAddresses,
    DownloadRead,
    ImportBundleHandler,
    ImportedDataRead,
    KnownVariablesRead,
    ExternalDataRead,
    PooledExportsRead,
    PooledStudies,
    RateLimit,
    RehearsalDataRead,
    RequestPooledExportHandler,
    RequestStudyExportHandler,
    Snapshots,
    StudyExportsRead,
    StudyExportState,
    StudyTimingRead,
  ],
  exports: [
    AnswersRead,
    DataPreviewRead,
    DownloadAddresses,
    DownloadRead,
    ImportedDataRead,
    KnownVariablesRead,
    ExternalDataRead,
    PooledExportsRead,
    PooledStudies,
    RateLimit,
    RehearsalDataRead,
    Snapshots,
    StudyExportsRead,
    StudyExportState,
    StudyTimingRead,
  ],
})
export class ResearchDataModule {}
