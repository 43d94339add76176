import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';

export class TakeBackOffer extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(TakeBackOffer)
export class TakeBackOfferHandler implements ICommandHandler<TakeBackOffer> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, also if the offer was answered meanwhile; forbidden */
  async execute({ studyId, accountId, requestId }: TakeBackOffer): Promise<void> {
    await this.gate.must('manage_people', studyId, accountId);
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'manage_people', accountId);
        const [offer] = await tx.query<{ account_id: string | null }>(
          `DELETE FROM identity.study_offer WHERE study_id = $1 RETURNING account_id`,
          [study.id],
        );
        if (!offer) throw new DomainError('not_found');
        await tx.audit(
          'study-offer-taken-back',
          { actor: accountId, subject: offer.account_id, details: { study_id: study.id } },
          this.clock.now(),
        );
        tx.record('collaborators.people-changed', { study_id: study.id });
      },
      { requestId },
    );
  }
}
