import type { Classroom } from '../../../../../contracts/teaching/classrooms';

/** Whether the caller may change what belongs to the classroom: an instructor, while it is a draft or open. */
export const mayManage = ({ role, state }: Pick<Classroom, 'role' | 'state'>): boolean =>
  role === 'instructor' && (state === 'draft' || state === 'open');
