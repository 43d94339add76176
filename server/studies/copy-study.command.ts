import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { limits } from '../../contracts/base/limits';
import type { Caller } from '../access/caller';
import { Clock } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { sha256Hex } from '../platform/security/secrets';
import { Consent } from './consents/consent.entity';
import { holdPrivacyOf, mustMayFollow } from './follow-ups';
import { StoredRuntime } from './hosted-runtime';
import { studiesTexts } from './studies-texts';
import { Study } from './study.entity';
import { rolesOf } from './people/collaborator-rows';
import { mustAllow, refusal } from './people/refusals';
import { StudyStorage } from './study-storage';
import { copyVariables } from './variables/write-variables';

/** Answers with the copy, and whether this call made it. */
export class CopyStudy extends Command<{ id: string; made: boolean }> {
  constructor(
    readonly studyId: string,
    readonly caller: Caller,
    /** Two calls with the same one make one copy; null makes one each time. */
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(CopyStudy)
export class CopyStudyHandler implements ICommandHandler<CopyStudy> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly runtimes: StoredRuntime,
    private readonly storage: StudyStorage,
  ) {}

  /**
   * Makes a draft that belongs to the caller, with the texts, minutes, rule, privacy level, runtime, descriptions of
   * variables and consent form in force of an existing study. Sessions, people and what sessions promised are not
   * copied.
   * @throws DomainError not_found, also for a rule that names studies of others; forbidden;
   * would_reveal, storage_full
   */
  execute({ studyId, caller, idempotencyKey }: CopyStudy): Promise<{ id: string; made: boolean }> {
    const account = caller.person.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await holdPrivacyOf(tx, account);
        const source = await tx.manager.findOneBy(Study, { id: studyId });
        if (!source) throw refusal(false);
        mustAllow('read', { ...source, collaborators: await rolesOf(tx, source.id) }, account);
        const key = idempotencyKey === null ? null : keyOf(source.id, idempotencyKey);
        const earlier =
          key && (await tx.manager.findOneBy(Study, { owner_id: account, copy_key: key }));
        if (earlier) return { id: earlier.id, made: false };
        await mustMayFollow(tx, account, source.eligibility, source.privacy_level);
        const id = timeOrderedId();
        const now = this.clock.now();
        await tx.manager.insert(Study, {
          ...copied(source),
          id,
          owner_id: account,
          title: titleOfCopy(source.title, caller),
          state: 'draft',
          copy_key: key,
          created_at: now,
          updated_at: now,
        });
        await this.storage.within(tx, account, async () => {
          await this.copyRuntime(tx, source, { studyId: id, accountId: account, now });
          await this.runtimes.draftCopied(tx, source.id, { studyId: id, now });
        });
        tx.record('studies.study-changed', { study_id: id });
        await copyConsent(tx, source.id, id, now);
        await copyVariables(tx, source.id, id);
        return { id, made: true };
      },
      { requestId: caller.request_id },
    );
  }

  /** A version belongs to one study: the copy gets one of its own, which needs the copy's row. */
  private async copyRuntime(
    tx: Transaction,
    { runtime }: Study,
    to: { studyId: string; accountId: string; now: Date },
  ): Promise<void> {
    const own = await this.runtimes.copied(tx, runtime, to);
    if (own !== runtime) await tx.manager.update(Study, to.studyId, { runtime: own });
  }
}

/** A key belongs to one source: the same key for another study makes another copy. */
const keyOf = (studyId: string, key: string): string =>
  sha256Hex(`${studyId}:${key}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The fields are named one by one: the promises of a session of the first study bind that study, not its
 * copy.
 */
const copied = ({
  description,
  duration_minutes,
  maximum_minutes,
  reward_amount,
  reward_currency,
  payment_terms,
  privacy_level,
  additional_notes,
  requirements,
  eligibility,
  runtime,
  allow_repeats,
  offers_credit,
}: Study) => ({
  description,
  duration_minutes,
  maximum_minutes,
  reward_amount,
  reward_currency,
  payment_terms,
  privacy_level,
  additional_notes,
  requirements,
  eligibility,
  runtime,
  allow_repeats,
  offers_credit,
});

/** Cut to what a title may have, without half of a surrogate pair at its end. */
const titleOfCopy = (title: string, { language }: Caller): string =>
  studiesTexts
    .sentence('copy.title', { title })(language)
    .slice(0, limits.title)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/**
 * The form in force becomes a draft of the copy: it names the first study, so its people read it, and
 * change or publish it, before a participant agrees to it. A withdrawn one is not copied.
 */
async function copyConsent(
  tx: Transaction,
  from: string,
  to: string,
  created_at: Date,
): Promise<void> {
  const source = await tx.manager.findOneBy(Consent, { study_id: from, state: 'valid' });
  if (!source) return;
  await tx.manager.insert(Consent, {
    ...source,
    id: timeOrderedId(),
    study_id: to,
    version: 1,
    state: 'draft',
    created_at,
  });
}
