import type { Transaction } from '../platform/db/unit-of-work';
import { Study } from './study.entity';

/** The caller must have locked the study and made sure that no session recruits. */
export async function archiveStudy(tx: Transaction, studyId: string, now: Date): Promise<void> {
  await tx.manager.update(Study, studyId, { state: 'archived', updated_at: now });
  tx.record('studies.study-changed', { study_id: studyId });
}
