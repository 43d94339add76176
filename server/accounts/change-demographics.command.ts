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
    if (
      typeof date_of_birth === 'string' &&
      birthdayProblem(date_of_birth, now.toISOString().slice(0, 10))
    )
      throw badField('date_of_birth', 'invalid_date');
    await this.unitOfWork.run(
      async (tx) => {
        if (!(await lockAccount(tx, accountId, 'key share')))
          throw new DomainError('unauthenticated');
        await tx.query(
          `INSERT INTO identity.demographics AS d (account_id, date_of_birth, education_level, updated_at)
         VALUES ($1, $2::date, $3, $6)
         ON CONFLICT (account_id) DO UPDATE SET
           date_of_birth = CASE WHEN $4 THEN EXCLUDED.date_of_birth ELSE d.date_of_birth END,
           education_level = CASE WHEN $5 THEN EXCLUDED.education_level ELSE d.education_level END, updated_at = EXCLUDED.updated_at`,
          [
            accountId,
            date_of_birth ?? null,
            education_level ?? null,
            date_of_birth !== undefined,
            education_level !== undefined,
            now,
          ],
        );
      },
      { requestId },
    );
  }
}
