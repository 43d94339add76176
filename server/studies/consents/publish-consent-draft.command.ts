import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { Caller } from '../../access/caller';
import { Consent } from './consent.entity';
import { lockStudy } from '../locked-study';
import { publishVersion } from './publish-version';

export class PublishConsentDraft extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly consentId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(PublishConsentDraft)
export class PublishConsentDraftHandler implements ICommandHandler<PublishConsentDraft> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes, without changes, the draft form that was copied with the study. Without this
   * command, researchers would have to upload a PDF form again to publish it.
   * @throws DomainError not_found, forbidden, study_archived, sandbox_only; other_consent_in_force
   * if a form was published meanwhile, so that this form is not a draft any more
   */
  execute({ studyId, consentId, caller }: PublishConsentDraft): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', caller.person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        if (study.classroom_id !== null) throw new DomainError('sandbox_only');
        const draft = await tx.manager.findOneBy(Consent, { id: consentId, study_id: studyId });
        if (!draft) throw new DomainError('not_found');
        if (draft.state !== 'draft') throw new DomainError('other_consent_in_force');
        await publishVersion(tx, studyId, draft, this.clock.now());
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}
