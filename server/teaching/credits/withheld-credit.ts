import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Whether the gradebook leaves a credit out until the deadline of the course. It does so if a
 * present or former owner or collaborator of the study is or was an instructor or assistant of the
 * student's class. These people see participants only by a tag (a pseudonym), and approve them on a
 * certain day. If a student's sum rose soon afterwards, they could link the student's name with the
 * tag.
 * @param people the accounts of those who are, or were, the study's owner or collaborators
 */
export async function isCreditWithheld(
  tx: Pick<Transaction, 'query'>,
  people: readonly string[],
  accountId: string,
  courseId: string,
): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM identity.class_role student
       JOIN identity.classroom room ON room.id = student.classroom_id AND room.course_id = $2
       JOIN identity.class_role staff ON staff.classroom_id = student.classroom_id AND staff.role <> 'student'
     WHERE student.account_id = $1 AND student.role = 'student' AND staff.account_id = ANY($3::uuid[]) LIMIT 1`,
    [accountId, courseId, people],
  );
  return found.length > 0;
}
