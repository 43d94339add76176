import type { Transaction } from '../../platform/db/unit-of-work';

/** Pages that show the classroom read it again: it, its members, invitations or assignments have changed. */
export const classroomChanged = (tx: Transaction, classroomId: string): void =>
  tx.record('teaching.classroom-changed', { classroom_id: classroomId });

/** The same for each classroom of a course. */
export async function classroomsChanged(tx: Transaction, courseId: string): Promise<void> {
  const rooms = await tx.query<{ id: string }>(
    `SELECT id FROM identity.classroom WHERE course_id = $1 AND state <> 'archived' ORDER BY id`,
    [courseId],
  );
  for (const { id } of rooms) classroomChanged(tx, id);
}
