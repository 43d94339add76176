import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SentRecord } from '../../../contracts/runtime/runtime';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { RunRecords } from './run-records';

/** Stores those records of a participant's run that are not stored yet. */
export class StoreRecords extends Command<{ stored_through: number }> {
  constructor(
    readonly participationId: string,
    readonly runId: string,
    readonly writer: string,
    readonly records: readonly SentRecord[],
    readonly accountId: string,
  ) {
    super();
  }
}

@CommandHandler(StoreRecords)
export class StoreRecordsHandler implements ICommandHandler<StoreRecords> {
  constructor(
    private readonly own: OwnParticipationRead,
    private readonly records: RunRecords,
  ) {}

  /** @throws DomainError not_found, and the errors of RunRecords */
  async execute({ participationId, runId, writer, records, accountId }: StoreRecords) {
    await this.own.mustBe(participationId, accountId);
    const run = { of: 'participants', run_id: runId, subject_id: participationId, writer } as const;
    return { stored_through: await this.records.store({ ...run, records }) };
  }
}
