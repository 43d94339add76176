import type { Transaction } from '../../platform/db/unit-of-work';
import type { Study } from '../study.entity';

type Query = Pick<Transaction, 'query'>;
/** A study that belongs to a class. */
export type StudyOfClass = Study & { readonly classroom_id: string };

/**
 * Reads a class study; undefined if the study is not a class study, or does not exist. Does not
 * check permissions.
 */
export async function readClassStudy(on: Query, id: string): Promise<StudyOfClass | undefined> {
  const [study] = await on.query<StudyOfClass>(
    `SELECT * FROM research.study WHERE id = $1 AND classroom_id IS NOT NULL`,
    [id],
  );
  return study;
}

/**
 * Like `readClassStudy`, but also locks the study until the transaction ends. Meanwhile, other
 * calls cannot launch, change or review it.
 */
export async function lockClassStudy(on: Query, id: string): Promise<StudyOfClass | undefined> {
  const [study] = await on.query<StudyOfClass>(
    `SELECT * FROM research.study WHERE id = $1 AND classroom_id IS NOT NULL FOR UPDATE`,
    [id],
  );
  return study;
}

/** Reads the studies of a class that are not archived, the newest first. */
export const studiesOfClass = (on: Query, classroomId: string): Promise<StudyOfClass[]> =>
  on.query<StudyOfClass>(
    `SELECT * FROM research.study WHERE classroom_id = $1 AND state <> 'archived' ORDER BY created_at DESC, id DESC`,
    [classroomId],
  );
