import type { Classroom } from '../../../../../contracts/teaching/classrooms';

/**
 * Whether the caller may change a classroom and what belongs to it: instructors may, while it is a
 * draft or open.
 */
export const mayManageClassroom = ({ role, state }: Pick<Classroom, 'role' | 'state'>): boolean =>
  role === 'instructor' && (state === 'draft' || state === 'open');
