import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { DemographicsChange } from '../../contracts/demographics';
import { birthdayProblem } from '../../contracts/base/birthday';
import { lockAccount } from '../access/accounts/accounts.store';
import { Clock } from '../platform/concurrency/clock';
import { badField, DomainError } from '../platform/http/errors';
import { UnitOfWork } from '../platform/db/unit-of-work';

export class ChangeDemographics extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly change: z.output<typeof DemographicsChange>,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeDemographics)
export class ChangeDemographicsHandler implements ICommandHandler<ChangeDemographics> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the given fields; null clears a field.
   * @throws DomainError validation_failed for an impossible birthday
   */
  async execute({
    accountId,
    change: { date_of_birth, education_level },
    requestId,
  }: ChangeDemographics): Promise<void> {
    const now = this.clock.now();
    const problem =
      typeof date_of_birth === 'string' &&
      birthdayProblem(date_of_birth, now.toISOString().slice(0, 10));
    if (problem) throw badField('date_of_birth', problem);
    await this.unitOfWork.run(
      async (tx) => {
        if (!(await lockAccount(tx, accountId, 'key share')))
          throw new DomainError('unauthenticated');
        // A statement for each field: the application's role may write the answers and not read them,
        // so none can keep the value that is there.
        if (date_of_birth !== undefined)
          await tx.query(
            `INSERT INTO identity.demographics (account_id, date_of_birth, updated_at)
             VALUES ($1, $2::date, $3)
             ON CONFLICT (account_id) DO UPDATE SET date_of_birth = $2::date, updated_at = $3`,
            [accountId, date_of_birth, now],
          );
        if (education_level !== undefined)
          await tx.query(
            `INSERT INTO identity.demographics (account_id, education_level, updated_at)
             VALUES ($1, $2, $3)
             ON CONFLICT (account_id) DO UPDATE SET education_level = $2, updated_at = $3`,
            [accountId, education_level, now],
          );
      },
      { requestId },
    );
  }
}
