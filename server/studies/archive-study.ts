import type { Transaction } from '../platform/db/unit-of-work';
import { Study } from './study.entity';

/** The study must be locked already, and without a session that recruits. */
export async function archiveStudy(tx: Transaction, studyId: string, now: Date): Promise<void> {
  await tx.manager.update(Study, studyId, { state: 'archived', updated_at: now });
  tx.record('studies.study-changed', { study_id: studyId });
}
