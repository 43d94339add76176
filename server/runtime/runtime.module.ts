import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { StudiesModule } from '../studies/studies.module';
import { StudyFilesModule } from '../study-files/study-files.module';
import { BatchChangeLimiter } from './batch-session/batch-costs';
import { BatchSessionRead } from './batch-session/batch-session.read';
import { ChangeBatchSessionHandler } from './batch-session/change-batch-session.command';
import { ConditionsRead } from './conditions/conditions.read';
import { RunFilesRead } from './run-files/run-files.read';
import { StoreFilePieceHandler } from './run-files/store-piece.command';
import { RecordBatcher } from './record-log/record-batcher';
import { RecordConnectionPool } from './record-log/record-pool';
import { RunRecords } from './record-log/run-records';
import { StoreRareValues } from './rare-values/keep-rare-values';
import { VersionTextSearch } from './rare-values/version-texts';
import { SealRuns } from './record-log/sealing/seal-runs';
import { StoredRecordsRead } from './record-log/stored-records.read';
import { StoreRecordsHandler } from './record-log/store-records.command';
import { EndRehearsalRunHandler } from './rehearsals/end-rehearsal-run.command';
import { MakeRehearsalHandler } from './rehearsals/make-rehearsal.command';
import { RehearsalAccess } from './rehearsals/rehearsal-access';
import { RehearsalsRead } from './rehearsals/rehearsals.read';
import { StartRehearsalRunHandler } from './rehearsals/start-rehearsal-run.command';
import { RunLifecycle } from './lifecycle/run-lifecycle';
import { RunErrorsRead } from './watching/run-errors.read';
import { RunListRead } from './run-list/run-list.read';
import { StartRunHandler } from './lifecycle/start-run.command';
import { MissingFilesOfRuns } from './missing-files/missing-files-of-runs';
import { RunCountsRead } from './watching/run-counts.read';

/** Studies that run here: their runs and the log of their records (docs/domain.md, 6). */
@Module({
  imports: [CqrsModule, EnrolmentModule, StudiesModule, StudyFilesModule],
  providers: [
    RateLimit,
    StartRunHandler,
    StoreRecordsHandler,
    StoreFilePieceHandler,
    BatchChangeLimiter,
    BatchSessionRead,
    ChangeBatchSessionHandler,
    RunFilesRead,
    RecordBatcher,
    RecordConnectionPool,
    RunRecords,
    MakeRehearsalHandler,
    StartRehearsalRunHandler,
    EndRehearsalRunHandler,
    RehearsalAccess,
    RehearsalsRead,
    MissingFilesOfRuns,
    RunLifecycle,
    RunListRead,
    RunErrorsRead,
    RunCountsRead,
    ConditionsRead,
    SealRuns,
    StoreRareValues,
    VersionTextSearch,
    StoredRecordsRead,
  ],
  exports: [
    BatchSessionRead,
    ConditionsRead,
    RehearsalAccess,
    RehearsalsRead,
    RunCountsRead,
    RunErrorsRead,
    RunFilesRead,
    RunListRead,
    RunRecords,
    StoreRareValues,
    SealRuns,
    StoredRecordsRead,
  ],
})
export class RuntimeModule {}
