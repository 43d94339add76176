import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { Clock } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { sha256Hex } from '../platform/security/secrets';
import { DomainError } from '../platform/errors/errors';
import { mustBuildInClass, mustNotExceedClassStudies } from './classes/class-builders';
import { classOfNewStudy } from './classes/class-of-new-study';
import { breaksClassStudyRules } from './classes/class-study-fields.rule';
import { Consent } from './consents/consent.entity';
import { truncatedTitle } from '../platform/i18n/cut-title';
import { lockPrivacyChangesOfOwner, mustBeAllowedFollowUp } from './follow-ups';
import { StoredRuntime } from './hosted-runtime';
import { studiesTexts } from './studies-texts';
import { Study } from './study.entity';
import { readCollaboratorRoles } from './people/collaborator-rows';
import { requireStudyPermission, permissionError } from './people/refusals';
import { StudyStorage } from './study-storage';
import { StudyTemplateRegistry } from './template-keeper';
import { copyVariables } from './variables/write-variables';

/** Copies a study. Returns the copy's id, and whether this call created it. */
export class CopyStudy extends Command<{ id: string; made: boolean }> {
  constructor(
    readonly studyId: string,
    readonly caller: Caller,
    /** Two calls with the same key make one copy; with null each call makes one. */
    readonly idempotencyKey: string | null,
    /**
     * `asTemplate`: true if the caller copies the source because it is a template of a class.
     * `classroomId`: the class for which the caller wants the copy; null for a copy for no class.
     */
    readonly how: { readonly asTemplate: boolean; readonly classroomId: string | null },
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
    private readonly templates: StudyTemplateRegistry,
  ) {}

  /**
   * Copies an existing study to a draft that belongs to the caller.
   * - The copy has the source's texts, minutes, eligibility rule, privacy level, runtime,
   * descriptions of variables, and consent form in force.
   * - The copy has no sessions and no collaborators. The source's promises of privacy do not bind
   * the copy.
   * - A copy for a class, or of a template, is anonymous, and has no reward, no eligibility rule
   * and no consent form.
   * @throws DomainError not_found, also if the eligibility rule names studies of other owners;
   * forbidden; would_reveal, storage_full, classroom_closed, sandbox_only, too_many_class_studies;
   * validation_failed (`classOfNewStudy`)
   */
  execute({ studyId, caller, idempotencyKey, how }: CopyStudy) {
    const { person } = caller;
    const account = person.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await lockPrivacyChangesOfOwner(tx, account);
        const source = await tx.manager.findOneBy(Study, { id: studyId });
        if (!source) throw permissionError(false);
        const classroom_id = await this.classOfCopy(tx, source, person, how);
        const key =
          idempotencyKey === null
            ? null
            : keyOf(source.id, idempotencyKey, how.asTemplate, classroom_id);
        const earlier =
          key && (await tx.manager.findOneBy(Study, { owner_id: account, copy_key: key }));
        if (earlier) return { id: earlier.id, made: false };
        const isPlain = how.asTemplate || classroom_id !== null;
        const fields = { ...copied(source), ...(isPlain && plain) };
        if (classroom_id !== null && breaksClassStudyRules(fields))
          throw new DomainError('sandbox_only');
        if (classroom_id !== null) await mustNotExceedClassStudies(tx, account, classroom_id);
        await mustBeAllowedFollowUp(tx, account, fields.eligibility, fields.privacy_level);
        const id = timeOrderedId();
        const now = this.clock.now();
        await tx.manager.insert(Study, {
          ...fields,
          id,
          owner_id: account,
          classroom_id,
          title: how.asTemplate ? source.title : titleOfCopy(source.title, caller),
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
        if (!isPlain) await copyConsent(tx, source.id, id, now);
        await copyVariables(tx, source.id, id);
        if (how.asTemplate)
          await this.templates.copied(tx, {
            studyId: id,
            templateId: source.id,
            classroomId: classroom_id,
            now,
          });
        return { id, made: true };
      },
      { requestId: caller.request_id },
    );
  }

  /**
   * Checks that the caller may copy the study.
   * @returns the class of the copy; null for an ordinary study
   * @throws DomainError as `execute`
   */
  private async classOfCopy(
    tx: Transaction,
    source: Study,
    person: Caller['person'],
    { asTemplate, classroomId }: CopyStudy['how'],
  ): Promise<string | null> {
    if (asTemplate) {
      const target = await classOfNewStudy(tx, person, classroomId, 'classroom');
      await this.templates.mayCopy(tx, source.id, person.account_id, target);
      return target;
    }
    requireStudyPermission(
      'read',
      { ...source, collaborators: await readCollaboratorRoles(tx, source.id) },
      person.account_id,
    );
    if (source.classroom_id === null) return classOfNewStudy(tx, person, classroomId, 'classroom');
    if (classroomId !== null && classroomId !== source.classroom_id)
      throw new DomainError('sandbox_only');
    await mustBuildInClass(tx, person.account_id, source.classroom_id, 'forbidden');
    return source.classroom_id;
  }

  /**
   * Copies the version of files that the source uses. The copy cannot use the source's version,
   * since a version belongs to one study. The caller must have inserted the copied study.
   */
  private async copyRuntime(
    tx: Transaction,
    { runtime }: Study,
    to: { studyId: string; accountId: string; now: Date },
  ): Promise<void> {
    const own = await this.runtimes.copied(tx, runtime, to);
    if (own !== runtime) await tx.manager.update(Study, to.studyId, { runtime: own });
  }
}

/**
 * Derives the stored key from the idempotency key, the source and the kind of copy. So the same
 * idempotency key with another study or class makes another copy.
 */
const keyOf = (studyId: string, key: string, asTemplate: boolean, classroomId: string | null) =>
  sha256Hex(JSON.stringify([studyId, key, asTemplate, classroomId]))
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Returns the fields to copy. Leaves out the columns that record promises of privacy: the promises
 * of the source's sessions do not bind the copy.
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

/** Values that a copy for a class, or of a template, has instead of the source's values. */
const plain = {
  reward_amount: null,
  reward_currency: null,
  payment_terms: null,
  privacy_level: 'anonymous',
  eligibility: [],
} satisfies Partial<Study>;

const titleOfCopy = (title: string, { language }: Caller): string =>
  truncatedTitle(studiesTexts.sentence('copy.title', { title })(language));

/**
 * Copies the consent form in force as a draft. The text is about the source study. So the people of
 * the copy must publish it, changed or unchanged, before participants can agree to it. A withdrawn
 * form is not copied.
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
