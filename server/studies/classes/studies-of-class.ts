import type { Transaction } from '../../platform/db/unit-of-work';
import type { Study } from '../study.entity';

type Query = Pick<Transaction, 'query'>;
/** A study of a class. */
export type StudyOfClass = Study & { readonly classroom_id: string };

/** A study of a class, for who reviews it or has a role in it; undefined for an ordinary study and where there is none. */
export async function studyOfClass(on: Query, id: string): Promise<StudyOfClass | undefined> {
  const [study] = await on.query<StudyOfClass>(
    `SELECT * FROM research.study WHERE id = $1 AND classroom_id IS NOT NULL`,
    [id],
  );
  return study;
}

/**
 * The same, locked until the transaction ends: no launch, no change and no other review of it meanwhile (lockedStudy).
 */
export async function lockedStudyOfClass(on: Query, id: string): Promise<StudyOfClass | undefined> {
  const [study] = await on.query<StudyOfClass>(
    `SELECT * FROM research.study WHERE id = $1 AND classroom_id IS NOT NULL FOR UPDATE`,
    [id],
  );
  return study;
}

/** The studies of a class that are not archived, the newest first. */
export const studiesOfClass = (on: Query, classroomId: string): Promise<StudyOfClass[]> =>
  on.query<StudyOfClass>(
    `SELECT * FROM research.study WHERE classroom_id = $1 AND state <> 'archived' ORDER BY created_at DESC, id DESC`,
    [classroomId],
  );
