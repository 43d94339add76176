import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { DemographicsChange } from '../../../contracts/accounts/demographics';
import { birthdayProblem } from '../../../contracts/base/birthday';
import { countryCodes, languageCodes } from '../../../contracts/accounts/iso-codes';
import { multipleAnswerFields } from '../../../contracts/accounts/profile-answers';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { Clock } from '../../platform/concurrency/clock';
import { badField, DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { writeDemographics } from './demographics.store';

type Change = z.output<typeof DemographicsChange>;

/** Keeps each value only once in answers that are lists, such as languages. */
const answersOf = (change: Change): Change => ({
  ...change,
  ...Object.fromEntries(
    multipleAnswerFields.flatMap((field) =>
      change[field] ? [[field, [...new Set<string>(change[field])]]] : [],
    ),
  ),
});

export class ChangeDemographics extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly change: Change,
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
   * Stores the given answers; null deletes an answer. Answers that are not given stay.
   * @throws DomainError validation_failed for an impossible birthday, or an unknown country or
   * language
   */
  async execute({ accountId, change, requestId }: ChangeDemographics): Promise<void> {
    const now = this.clock.now();
    const problem =
      typeof change.date_of_birth === 'string' &&
      birthdayProblem(change.date_of_birth, now.toISOString().slice(0, 10));
    if (problem) throw badField('date_of_birth', problem);
    if (change.country && !countryCodes.includes(change.country))
      throw badField('country', 'not_one_of');
    if (change.languages?.some((code) => !languageCodes.includes(code)))
      throw badField('languages', 'not_one_of');
    await this.unitOfWork.run(
      async (tx) => {
        if (!(await lockAccountRow(tx, accountId, 'key share')))
          throw new DomainError('unauthenticated');
        await writeDemographics(tx, accountId, answersOf(change), now);
      },
      { requestId },
    );
  }
}
