import type { Transaction } from '../platform/db/unit-of-work';
import { Study } from './study.entity';

/** Archives a study. The caller must have locked it and made sure that no session recruits. */
export async function archiveStudy(tx: Transaction, studyId: string, now: Date): Promise<void> {
  await tx.manager.update(Study, studyId, { state: 'archived', updated_at: now });
  tx.record('studies.study-changed', { study_id: studyId });
}

/**
 * Restores an archived study. It becomes `ready` if a session of it was ever launched, otherwise
 * `draft`. The caller must have locked the study, and checked that its eligibility rule does not
 * reveal who took part in other studies (follow-ups.ts).
 */
export async function restoreStudy(
  tx: Transaction,
  studyId: string,
  launched: boolean,
  now: Date,
): Promise<void> {
  const state = launched ? 'ready' : 'draft';
  await tx.manager.update(Study, studyId, { state, updated_at: now });
  tx.record('studies.study-changed', { study_id: studyId });
}
