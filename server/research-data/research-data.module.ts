import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { Snapshots } from '../platform/db/snapshot';
import { RateLimit } from '../platform/security/rate-limit';
import { RuntimeModule } from '../runtime/runtime.module';
import { StudiesModule } from '../studies/studies.module';
import { DeleteImportedDataHandler } from './bundle/delete-imported-data.command';
import { ImportBundleHandler } from './bundle/import-bundle.command';
import { ImportedDataRead } from './bundle/imported-data.read';
import { DownloadAddresses } from './download/download-addresses';
import { DownloadRead } from './download/download.read';
import { AddOutsideDataHandler } from './outside/add-outside-data.command';
import { DeleteOutsideDataHandler } from './outside/delete-outside-data.command';
import { OutsideDataRead } from './outside/outside-data.read';
import { DataPreviewRead } from './preview/data-preview.read';
import { StudyExportState } from './making/export-state';
import { RehearsalDataRead } from './rehearsals/rehearsal-data.read';
import { RequestStudyExportHandler } from './request-study-export.command';
import { StudyTimingRead } from './timing/study-timing.read';
import { StudyExportsRead } from './study-exports.read';
import { KnownVariablesRead } from './variables/known-variables.read';

/** Exports of the data of studies that run here (docs/decisions/exports-and-data-copies.md). */
@Module({
  imports: [CqrsModule, EnrolmentModule, RuntimeModule, StudiesModule],
  providers: [
    AddOutsideDataHandler,
    DataPreviewRead,
    DeleteImportedDataHandler,
    DeleteOutsideDataHandler,
    DownloadAddresses,
    DownloadRead,
    ImportBundleHandler,
    ImportedDataRead,
    KnownVariablesRead,
    OutsideDataRead,
    RateLimit,
    RehearsalDataRead,
    RequestStudyExportHandler,
    Snapshots,
    StudyExportsRead,
    StudyExportState,
    StudyTimingRead,
  ],
  exports: [
    DataPreviewRead,
    DownloadAddresses,
    DownloadRead,
    ImportedDataRead,
    KnownVariablesRead,
    OutsideDataRead,
    RateLimit,
    RehearsalDataRead,
    Snapshots,
    StudyExportsRead,
    StudyExportState,
    StudyTimingRead,
  ],
})
export class ResearchDataModule {}
