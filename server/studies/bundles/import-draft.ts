import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Consent } from '../consents/consent.entity';
import type { ConsentContent } from '../consents/publish-version';
import { Study } from '../study.entity';

export type ImportedStudyFields = Omit<
  Study,
  | 'id'
  | 'owner_id'
  | 'state'
  | 'version'
  | 'copy_key'
  | 'created_at'
  | 'updated_at'
  | 'ever_anonymous'
  | 'ever_on_completion'
>;

/**
 * Creates a draft study of the account from a study bundle. Its consent form is a draft, too: the
 * study's people must read and publish it before a participant can agree to it.
 * @returns the study's id
 */
export async function insertImportedDraft(
  tx: Transaction,
  ownerId: string,
  { details, consent }: { details: ImportedStudyFields; consent: ConsentContent | null },
  now: Date,
): Promise<string> {
  const id = timeOrderedId();
  await tx.manager.insert(Study, {
    ...details,
    id,
    owner_id: ownerId,
    state: 'draft',
    created_at: now,
    updated_at: now,
  });
  tx.record('studies.study-changed', { study_id: id });
  if (consent)
    await tx.manager.insert(Consent, {
      ...consent,
      id: timeOrderedId(),
      study_id: id,
      version: 1,
      state: 'draft',
      created_at: now,
    });
  return id;
}

/**
 * Sets the runtime of an imported study. A runtime names a version of the study's files, and a
 * version needs its study. So import the study first, then the version, then call this.
 */
export async function setImportedRuntime(
  tx: Transaction,
  studyId: string,
  runtime: HostedRuntime,
): Promise<void> {
  await tx.manager.update(Study, studyId, { runtime });
}
