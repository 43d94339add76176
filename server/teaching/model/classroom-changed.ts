import type { Transaction } from '../../platform/db/unit-of-work';

/** Notifies open pages of the classroom to reload it: it, its members, invitations or assignments have changed. */
export const classroomChanged = (tx: Transaction, classroomId: string): void =>
  tx.record('teaching.classroom-changed', { classroom_id: classroomId });

/** Notifies open pages of each classroom of a course. */
export async function classroomsChanged(tx: Transaction, courseId: string): Promise<void> {
  const rooms = await tx.query<{ id: string }>(
    `SELECT id FROM identity.classroom WHERE course_id = $1 AND state <> 'archived' ORDER BY id`,
    [courseId],
  );
  for (const { id } of rooms) classroomChanged(tx, id);
}
