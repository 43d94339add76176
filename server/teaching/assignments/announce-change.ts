import type { Transaction } from '../../platform/db/unit-of-work';
import { recordClassroomChanged, recordClassroomsChanged } from '../model/classroom-changed';
import type { AssignmentScope } from './managed-assignment';

/**
 * Notifies open pages that the assignments of a classroom, or of all classrooms of a course, have
 * changed.
 */
export async function announceAssignmentChange(
  tx: Transaction,
  place: AssignmentScope,
): Promise<void> {
  if (place.classroomId === null) return recordClassroomsChanged(tx, place.course.id);
  recordClassroomChanged(tx, place.classroomId);
}
