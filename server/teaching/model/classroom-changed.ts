import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Records that the classroom, its members, its invitations or its assignments have changed. Web
 * pages that show the classroom then reload it.
 */
export const recordClassroomChanged = (tx: Transaction, classroomId: string): void =>
  tx.record('teaching.classroom-changed', { classroom_id: classroomId });

/** Records a change for each classroom of a course, except archived ones. */
export async function recordClassroomsChanged(tx: Transaction, courseId: string): Promise<void> {
  const rooms = await tx.query<{ id: string }>(
    `SELECT id FROM identity.classroom WHERE course_id = $1 AND state <> 'archived' ORDER BY id`,
    [courseId],
  );
  for (const { id } of rooms) recordClassroomChanged(tx, id);
}
