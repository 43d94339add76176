import type { ReviewComment } from '../../../contracts/teaching/class-studies';
import { fullNameSql } from '../../access/accounts/full-name.sql';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { StudyOfClass } from '../../studies/classes/studies-of-class';

type Row = Omit<ReviewComment, 'created_at'> & { created_at: Date };

/**
 * Reads the comments on a class study, in the order in which they were written.
 * @param only the id of a comment, to read only that one
 */
export async function readReviewComments(
  on: Pick<Transaction, 'query'>,
  { id, classroom_id }: Pick<StudyOfClass, 'id' | 'classroom_id'>,
  accountId: string,
  only: string | null = null,
): Promise<ReviewComment[]> {
  const rows = await on.query<Row>(
    `SELECT c.id AS _id, c.part, c.place, c.text, CASE WHEN p.id IS NOT NULL THEN ${fullNameSql('p')} END AS author,
       coalesce(m.role <> 'student', false) AS by_staff, coalesce(c.author_id = $3, false) AS own, c.created_at
     FROM identity.review_comment c LEFT JOIN identity.person p ON p.id = c.author_id
     LEFT JOIN identity.classroom_member m ON m.classroom_id = $2 AND m.account_id = c.author_id
     WHERE c.study_id = $1 AND ($4::uuid IS NULL OR c.id = $4) ORDER BY c.created_at, c.id`,
    [id, classroom_id, accountId, only],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
