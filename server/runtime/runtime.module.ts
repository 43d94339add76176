import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { ConditionsRead } from './conditions/conditions.read';
import { RunFilesRead } from './recordings/run-files.read';
import { StorePieceHandler } from './recordings/store-piece.command';
import { RecordGather } from './records/record-gather';
import { RecordPool } from './records/record-pool';
import { SealRuns } from './records/seal-runs';
import { StoredRecordsRead } from './records/stored-records.read';
import { StoreRecordsHandler } from './records/store-records.command';
import { RunKeeper } from './runs/run-keeper';
import { RunErrorsRead } from './runs/run-errors.read';
import { RunListRead } from './runs/run-list.read';
import { StartRunHandler } from './runs/start-run.command';

/** Studies that run here: their runs and the log of their records (docs/domain.md, 6). */
@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [
    StartRunHandler,
    StoreRecordsHandler,
    StorePieceHandler,
    RunFilesRead,
    RecordGather,
    RecordPool,
    RunKeeper,
    RunListRead,
    RunErrorsRead,
    ConditionsRead,
    SealRuns,
    StoredRecordsRead,
  ],
  exports: [ConditionsRead, RunErrorsRead, RunFilesRead, RunListRead, SealRuns, StoredRecordsRead],
})
export class RuntimeModule {}
